import type { FleetLimit, FleetLog, Refusal } from './fleet-log.js';
import type { OwnPace } from './pace.js';
import type { Presence } from './presence.js';

/** What makes one worker's refusals those of all. */
export interface SharedRefusals {
  /** Slows down as whoever met a refusal does, unless that was heard before. */
  hear(operation: string, refusal: Refusal | undefined): void;
  /** Tells the others of a refusal. */
  tell(operation: string, wait: number): void;
  /** Asks, now and then, whether others were refused, and waits for no answer. */
  listen(operation: string): void;
}

/** How often it is asked whether others were refused, in milliseconds. */
const EARSHOT = 200;

/** Makes the refusals of some workers known to each other, by the log in their Redis. */
export function createSharedRefusals({
  own,
  log,
  redis,
  now,
  limitOf,
}: {
  own: OwnPace;
  log: FleetLog;
  redis: Presence;
  now: () => number;
  limitOf: (operation: string) => FleetLimit;
}): SharedRefusals {
  const heard = new Map<string, string>();
  const listenedAt = new Map<string, number>();

  function hear(operation: string, refusal: Refusal | undefined): void {
    if (!refusal || heard.get(operation) === refusal.mark) return;
    heard.set(operation, refusal.mark);
    own.refuse(operation, refusal.left);
  }

  return {
    hear,
    tell(operation, wait) {
      if (!redis.isHere()) return;
      void redis
        .ask(() => log.refuse(limitOf(operation), wait))
        .then((mark) => mark !== undefined && heard.set(operation, mark));
    },
    listen(operation) {
      if (now() - (listenedAt.get(operation) ?? -Infinity) < EARSHOT || !redis.isHere()) return;
      listenedAt.set(operation, now());
      void redis.ask(() => log.refusal(limitOf(operation))).then((refusal) => hear(operation, refusal));
    },
  };
}
