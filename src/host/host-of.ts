import type { Attachable } from './attachable.js';
import { OptionError } from '../errors.js';
import { HOST, type Host, type Hosting } from './host.js';

/** What a feature needs of its client. */
export function hostOf(client: Attachable): Host {
  const host = (client as unknown as Partial<Hosting> | null | undefined)?.[HOST];
  if (!host) throw new OptionError('`client` must be what `createClient` gives');
  return host;
}
