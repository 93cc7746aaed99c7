import type { Bucket } from './bucket.js';
import { lengthOf, type Allowance } from './rate-limit.js';

/** Lets as many calls leave in any window of time as an allowance says (decision 54): it notes when each of the last ones left. */
export function createSlidingWindow({ limit, per }: Allowance, now: () => number): Bucket {
  const length = lengthOf(per);
  const times: number[] = [];

  function drop() {
    while (times[0] !== undefined && times[0] <= now() - length) times.shift();
  }

  return {
    wait() {
      drop();
      const last = times.at(-limit);
      return last === undefined ? 0 : Math.ceil(last + length - now());
    },
    take() {
      drop();
      times.push(now());
    },
    forget(after) {
      drop();
      if (after >= length) return;
      // The call itself, or one that was noted before it: the window then says at worst that more left of late.
      const index = times.findLastIndex((time) => time <= now() - after);
      times.splice(Math.max(index, 0), 1);
    },
    isIdle() {
      drop();
      return !times.length;
    },
  };
}
