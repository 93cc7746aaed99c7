import { complain } from './console.js';
import { replay, type Queue } from './replay.js';
import { startAsAsked, type Api } from './start.js';
import { tag } from './tag.js';

/** Where the first script leaves what it brings, so that another one brings nothing of its own. */
const SHARED = Symbol.for('tidings');

/** Puts the public names on the global that the tag asks for, starts what it asks for, and makes the calls that a stub has kept. */
export function publish(names: Omit<Api, 'client'>): void {
  const page = globalThis as unknown as Record<string | symbol, object | undefined>;
  const api = (page[SHARED] ??= { ...names }) as Api;
  const name = tag.dataset?.['global'] ?? 'tidings';
  // An element of that `id` is nothing of the page's own.
  const found = Object.hasOwn(page, name) ? page[name] : undefined;
  const queue = found && (Object.getOwnPropertyDescriptor(found, 'queue')?.value as Queue | undefined);
  if (found && found !== api && !queue) {
    complain(`There is a global \`${name}\` already: name another one in \`data-global\``);
    return;
  }
  startAsAsked(api, tag);
  if (found && queue) replay(api, found, queue);
  page[name] = api;
}
