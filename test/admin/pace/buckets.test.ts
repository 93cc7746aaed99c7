import { describe, expect, it } from 'vitest';
import { createBuckets } from '../../../src/admin/pace/buckets.js';
import { createPace } from '../../../src/admin/pace/pace.js';
import { createSlidingWindow } from '../../../src/admin/pace/sliding-window.js';

/** Buckets by a clock that the test sets, the pace of a tenant, and whether a name is known. */
function setup() {
  const clock = { now: 0 };
  const buckets = createBuckets(() => clock.now);
  const paceOf = (apiKey: string) =>
    createPace({
      limitOf: (operation) =>
        operation === 'GET /free' ? undefined : { limit: 2, per: 'second', scope: 'apiKey', dailyCap: 3 },
      sharers: { apiKey },
      buckets,
    });
  const has = (name: string) => {
    let isKnown = true;
    buckets.get(name, (now) => {
      isKnown = false;
      return createSlidingWindow({ limit: 1, per: 1_000 }, now);
    });
    return isKnown;
  };
  return { clock, paceOf, has };
}

describe('buckets', () => {
  it('are dropped, with the keys in their names, once they hold back nothing', () => {
    const { clock, paceOf, has } = setup();
    paceOf('one').take('GET /a');
    paceOf('one').take('GET /free');
    paceOf('one').refuse('GET /b', 30_000);

    clock.now += 20_000;
    paceOf('other').take('GET /a');

    expect(has(' GET /a apiKey one 1000')).toBe(false);
    expect(has(' GET /a apiKey one 86400000')).toBe(true);
    expect(has(' GET /b apiKey one refused')).toBe(true);
    expect(has(' GET /free one')).toBe(true);
    clock.now += 2 * 86_400_000;
    paceOf('other').take('GET /a');
    expect(has(' GET /a apiKey one 86400000')).toBe(false);
    expect(has(' GET /b apiKey one refused')).toBe(false);
    expect(has(' GET /free one')).toBe(false);
    expect(has(' GET /a apiKey other 1000')).toBe(true);
  });

  it('are not confused by a clock that is set back', () => {
    const { clock, paceOf } = setup();
    const pace = paceOf('key');
    clock.now = 1e9;
    pace.take('GET /a');
    pace.take('GET /a');
    pace.refuse('GET /b', 3_000);

    clock.now = 0;

    expect(pace.take('GET /a')).toBe(1_050);
    expect(pace.take('GET /b')).toBe(3_000);
    clock.now = 3_000;
    expect(pace.take('GET /a')).toBe(0);
    expect(pace.take('GET /b')).toBe(0);
  });
});
