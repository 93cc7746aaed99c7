import { must } from '../lib/must.js';

/** Refuses what is to be a function and is none, by the names of its options. */
export function mustBeHooks(hooks: Readonly<Record<string, unknown>>): void {
  for (const [name, hook] of Object.entries(hooks))
    must(/undefined|function/.test(typeof hook), `\`${name}\` must be a function`);
}
