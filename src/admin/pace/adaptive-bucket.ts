import type { Bucket } from './bucket.js';

/** How long after a change the pace is left as it is, in milliseconds: what was under way then says nothing of it. */
const STEP = 2_000;
/** By how much a step makes it faster. */
const FASTER = 1.25;
/** The slowest pace, in calls per millisecond. */
const SLOWEST = 1 / 2_000;
/** After how long without a call what was learnt is out of date, in milliseconds. */
const STALE = 60_000;

/**
 * Lets calls through as they come until the service refuses one, then half as often (decision 45).
 *
 * It recovers by steps, and forgets the limit once it has gone twice as fast as when it was refused.
 */
export function createAdaptiveBucket(now: () => number): Bucket & Required<Pick<Bucket, 'refuse'>> {
  const recent = createMeter(now);
  let rate = Infinity;
  let top = Infinity;
  let changedAt = -Infinity;
  let next = -Infinity;

  function recover() {
    if (rate === Infinity || now() - changedAt < STEP) return;
    rate *= FASTER;
    changedAt = now();
    if (rate > top * 2) rate = Infinity;
  }

  return {
    wait() {
      recover();
      return Math.max(0, Math.ceil(next - now()));
    },
    take() {
      recent.count();
      next = Math.max(next, now()) + 1 / rate;
    },
    refuse(wait) {
      next = Math.max(next, now() + wait);
      if (now() - changedAt < STEP) return;
      top = Math.min(rate, recent.rate());
      rate = Math.max(SLOWEST, top / 2);
      changedAt = now() + wait;
    },
    isIdle: () => now() - Math.max(next, changedAt) > STALE,
  };
}

/** Tells how often calls were made of late. */
function createMeter(now: () => number) {
  let startedAt = now();
  let count = 0;
  let before = 0;

  function turn() {
    const passed = now() - startedAt;
    if (passed < 1_000) return;
    before = passed < 2_000 ? count : 0;
    count = 0;
    startedAt = now();
  }

  return {
    count() {
      turn();
      count += 1;
    },
    /** In calls per millisecond. */
    rate() {
      turn();
      return Math.max(before, count) / 1_000;
    },
  };
}
