import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSlidingWindow } from '../../../src/admin/pace/sliding-window.js';
import { mostIn } from '../support/windows.js';

describe('a sliding window', () => {
  it('lets as many through at once as may be, and the next ones when those are past', () => {
    let now = 0;
    const window = createSlidingWindow({ limit: 5, per: 1_000 }, () => now);
    const sent: number[] = [];
    while (now < 2_500) {
      const wait = window.wait();
      now += wait;
      if (wait) continue;
      window.take();
      sent.push(now);
    }
    expect(sent).toEqual([0, 1_050, 2_100].flatMap((at) => [at, at, at, at, at]));
  });

  it('never lets more through in any window than the service allows in it, also when some leave late', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.record({ step: fc.nat(700), late: fc.nat(900) }), { minLength: 20, maxLength: 200 }),
        (limit, steps) => {
          let now = 0;
          const window = createSlidingWindow({ limit, per: 1_000 }, () => now);
          const sent: number[] = [];
          for (const { step, late } of steps) {
            now += step;
            for (; window.wait() === 0; window.take()) sent.push(now);
            if (sent.at(-1) !== now) continue;
            // There was no room for the last one.
            now += late;
            window.forget?.(late);
            window.take();
            sent[sent.length - 1] = now;
          }
          expect(mostIn(sent, 1_000)).toBeLessThanOrEqual(limit);
        },
      ),
      { seed: 7, numRuns: 100 },
    );
  });

  it('counts a call once that leaves a moment after it was noted, by whatever clock', () => {
    let now = 0;
    const window = createSlidingWindow({ limit: 2, per: 1_000 }, () => (now += 0.01));
    window.take();
    window.forget?.(0.02);
    window.take();
    expect(window.wait()).toBe(0);
    window.take();
    expect(window.wait()).toBeGreaterThan(0);
  });

  it('forgets no other call in place of one that is past', () => {
    let now = 0;
    const window = createSlidingWindow({ limit: 2, per: 1_000 }, () => now);
    window.take();
    now = 1_060;
    window.take();
    window.take();
    window.forget?.(1_060);
    expect(window.wait()).toBe(1_050);
  });

  it('is idle once all it knows of is past', () => {
    let now = 0;
    const window = createSlidingWindow({ limit: 2, per: 1_000 }, () => now);
    expect(window.isIdle()).toBe(true);
    window.take();
    now = 1_049;
    expect(window.isIdle()).toBe(false);
    now = 1_050;
    expect(window.isIdle()).toBe(true);
  });
});
