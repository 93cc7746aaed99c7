import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenBucket } from '../../../src/admin/pace/token-bucket.js';

describe('a token bucket', () => {
  it('lets some through at once, and then as many as may be', () => {
    let now = 0;
    const bucket = createTokenBucket({ limit: 5, per: 1_000, now: () => now });
    const sent: number[] = [];
    while (now < 60_000) {
      const wait = bucket.wait();
      now += wait;
      if (wait) continue;
      bucket.take();
      sent.push(now);
    }
    expect(sent.filter((at) => at === 0)).toHaveLength(4);
    expect(sent.length).toBeGreaterThanOrEqual(0.97 * 5 * 60);
    expect(sent.length).toBeLessThanOrEqual(5 * 60 + 5);
  });

  it('never lets more through in any time than the service allows in it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 20, maxLength: 200 }),
        (limit, steps) => {
          let now = 0;
          const bucket = createTokenBucket({ limit, per: 1_000, now: () => now });
          const sent: number[] = [];
          for (const step of steps) {
            now += step;
            for (; bucket.wait() === 0; bucket.take()) sent.push(now);
          }
          const isOver = sent.some((from, first) =>
            sent.slice(first).some((at, index) => index + 1 > limit + ((at - from) * limit) / 1_000 + 1e-6),
          );
          expect(isOver).toBe(false);
        },
      ),
      { seed: 7, numRuns: 40 },
    );
  });

  it('waits as long as the service asks, and is not confused by a clock that goes back', () => {
    let now = 1_000;
    const bucket = createTokenBucket({ limit: 10, per: 1_000, now: () => now });

    bucket.refuse(3_000);
    expect(bucket.wait()).toBeGreaterThanOrEqual(2_999);
    now = 0;
    expect(bucket.wait()).toBeLessThanOrEqual(3_001);
    now = 3_001;
    expect(bucket.wait()).toBe(0);
  });
});
