import type { UserRef } from '../../api/models/user.js';
import type { EventRecord } from '../events/event-record.js';

/** How many attempts are kept; the oldest make room. */
const KEPT = 10_000;
/** How long the bodies of the kept ones may be together, in characters. */
const KEPT_LENGTH = 50_000_000;

/** One attempt to call the service, whatever became of it. */
export interface Attempt {
  /** Its number; that of a later one is higher. */
  id: number;
  /** When it arrived, in milliseconds since the epoch. */
  at: number;
  /** The operation, such as `POST /api/events/track`; the method and path where there is none. */
  route: string;
  method: string;
  /** The address without its origin. */
  url: string;
  apiKey?: string;
  /** Whose token it carried, as the token says, also when it was refused. */
  tokenUser?: UserRef;
  /** The body as it came: parsed when it was JSON. */
  readonly body?: unknown;
  /** The status of the answer; none when it was dropped. */
  status?: number;
  /** The answer's body: parsed when it was JSON. */
  readonly answer?: unknown;
  /** The fault it met. */
  fault?: string;
  /** The events that came about before it was answered, ten at most; with a latency there are none yet. */
  events?: readonly Pick<EventRecord, 'id' | 'personId' | 'type'>[];
}

/** Every attempt to call the service, as far as it is kept. */
export interface Attempts {
  all: readonly Attempt[];
  /** A number that no attempt had. */
  nextId(): number;
  /** Adds an attempt, whose body is so many characters long. */
  add(attempt: Attempt, length: number): void;
  clear(): void;
}

/** Keeps what arrived at the service, the latest last. */
export function createAttempts(): Attempts {
  const all: Attempt[] = [];
  const lengths: number[] = [];
  let total = 0;
  let last = 0;

  function removeOldest(count: number) {
    all.splice(0, count);
    for (const length of lengths.splice(0, count)) total -= length;
  }

  return {
    all,
    nextId: () => (last += 1),
    add(attempt, length) {
      lengths.push(length);
      total += length;
      // Many at a time, since each removal moves all that stay.
      if (all.push(attempt) > KEPT) removeOldest(KEPT / 10);
      while (total > KEPT_LENGTH && all.length > 1) removeOldest(Math.ceil(all.length / 10));
    },
    clear: () => removeOldest(all.length),
  };
}
