import { complain } from './console.js';
import { replay, type Queue } from './replay.js';
import { share } from './shared.js';
import { startAsAsked, type Api } from './start.js';
import { tag } from './tag.js';

/** Puts the public names on the global that the tag asks for, starts what it asks for, and makes the calls that a stub has kept. */
export function publish(names: Omit<Api, 'client'>): void {
  const page = globalThis as unknown as Record<string, object | undefined>;
  const api = share(names) as Api;
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
