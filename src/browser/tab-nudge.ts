import { randomId } from '../lib/random-id.js';
import { writeLocal } from './local.js';
import { onStored } from './page.js';

/** Wakes the other tabs of this site that listen to that name. Leaves nothing on the device. */
export function nudge(name: string): void {
  // Where it is refused or full, the others look when they have something of their own.
  writeLocal(name, randomId());
  writeLocal(name);
}

/** Calls `listener` when another tab nudges. Not a channel, which would keep the page out of the back/forward cache. */
export function onNudged(name: string, listener: () => void): () => void {
  return onStored(({ key, newValue }) => {
    if (key === name && newValue) listener();
  });
}
