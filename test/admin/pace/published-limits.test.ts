import { describe, expect, it } from 'vitest';
import { limitOf, rowsByRoute } from '../../../src/admin/operations/rows.js';
import { createBuckets } from '../../../src/admin/pace/buckets.js';
import { createPace } from '../../../src/admin/pace/pace.js';
import { allowancesOf } from '../../../src/admin/pace/rate-limit.js';
import { mostIn } from '../support/windows.js';

const limited = [...rowsByRoute().values()].flatMap(({ route, limit }) => (limit ? [{ route, limit }] : []));

/** Calls an operation whenever its pace allows, for so long; gives when. */
function callFor(route: string, time: number): number[] {
  let now = Date.UTC(2026, 0, 15, 12);
  const end = now + time;
  const pace = createPace({ limitOf, sharers: { apiKey: 'key' }, buckets: createBuckets(() => now) });
  const times: number[] = [];
  while (now < end) {
    const wait = pace.take(route);
    if (!wait) times.push(now);
    now += wait;
  }
  return times;
}

describe('the published limits', () => {
  it('are 53', () => {
    expect(limited).toHaveLength(53);
  });

  it.each(limited)('let no more calls of $route leave in any window, and hardly less', ({ route, limit }) => {
    const allowances = allowancesOf(limit);
    const longest = Math.max(...allowances.map(({ per }) => per));

    const times = callFor(route, 10 * longest);

    for (const allowance of allowances) expect(mostIn(times, allowance.per)).toBe(allowance.limit);
    const allowed = Math.min(
      ...allowances.map((allowance) => (allowance.limit * 10 * longest) / allowance.per),
    );
    expect(times.length).toBeGreaterThanOrEqual(0.9 * allowed);
  });
});
