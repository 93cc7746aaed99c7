import type { Attachable } from './attachable.js';
import { HOST, type Host, type Hosting } from './host.js';

/** What a feature needs of its client. */
export function hostOf(client: Attachable): Host {
  return (client as unknown as Hosting)[HOST];
}
