import { OptionError } from '../errors.js';
import type { DataFields } from '../api/data-fields.js';
import type { UserRef } from '../api/user.js';
import { uuid } from '../lib/uuid.js';
import type { TrackedEvent } from './event.js';

/** Where events go, and whose they are. */
export interface TrackerOptions {
  add: (event: TrackedEvent) => Promise<void>;
  /** Whose events these are, once that is known. */
  user: () => UserRef | undefined;
  now?: () => number;
}

/** Turns what the page says into events of the current user. */
export interface Tracker {
  track(name: string, data?: object): Promise<void>;
  updateUser(data: object): Promise<void>;
}

/** Makes a tracker that checks what it is told before anything is recorded. */
export function createTracker({ add, user, now = Date.now }: TrackerOptions): Tracker {
  function facts() {
    const owner = user();
    if (!owner) throw new OptionError('Call `identify` first: an event needs a user to belong to');
    return { id: uuid(), user: { ...owner }, recordedAt: now() };
  }

  return {
    async track(name, data) {
      if (typeof name !== 'string' || !name.trim())
        throw new OptionError('The name of an event must be a text');
      await add({ kind: 'custom', name, ...facts(), ...(data && { data: plainData(data) }) });
    },
    async updateUser(data) {
      await add({ kind: 'profile', ...facts(), data: plainData(data) });
    },
  };
}

/** A copy of what JSON can hold, so that what waits can be sent and does not change under the page's hands. */
export function plainData(data: object): DataFields {
  let copy: unknown;
  try {
    copy = JSON.parse(JSON.stringify(data));
  } catch (cause) {
    throw new OptionError('The data of an event must be what JSON can hold', { cause });
  }
  if (typeof copy === 'object' && copy && !Array.isArray(copy)) return copy as DataFields;
  throw new OptionError('The data of an event must be an object of names and values');
}
