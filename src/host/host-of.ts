import type { Attachable } from './attachable.js';
import { must } from '../lib/must.js';
import { HOST, type Host, type Hosting } from './host.js';

/** What a feature needs of its client. */
export function hostOf(client: Attachable): Host {
  const host = (client as unknown as Partial<Hosting> | null | undefined)?.[HOST];
  must(host !== undefined, '`client` must be what `createClient` gives');
  must(!host.base.isClosed, 'The client is closed');
  return host;
}
