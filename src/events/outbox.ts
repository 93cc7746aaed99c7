import { createOrderedKeys } from '../lib/ordered-key.js';
import type { Store } from '../browser/store.js';
import type { TrackedEvent } from './event.js';

/** An event in the outbox, and the key to remove it by. */
export type Parcel = [key: string, event: TrackedEvent];

/** Events not yet delivered. One leaves only when {@link Outbox.remove} is called on it. */
export interface Outbox {
  add(event: TrackedEvent): Promise<void>;
  /** The event that has waited longest. */
  oldest(): Promise<Parcel | undefined>;
  remove(parcel: Parcel): Promise<void>;
}

/** Makes an outbox over a store. Each event has a key of its own, so that tabs cannot overwrite each other. */
export function createOutbox(store: Store<TrackedEvent>): Outbox {
  const nextKey = createOrderedKeys();

  return {
    add: (event) => store.set(nextKey(event.recordedAt), event),
    oldest: () => store.first(),
    remove: ([key]) => store.delete(key),
  };
}
