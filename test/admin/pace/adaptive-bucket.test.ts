import { describe, expect, it } from 'vitest';
import { createAdaptiveBucket } from '../../../src/admin/pace/adaptive-bucket.js';

/** A bucket, and how often it lets calls through from one time to another. */
function setup() {
  let now = 0;
  const bucket = createAdaptiveBucket(() => now);
  const countFor = (time: number, most = Infinity) => {
    let count = 0;
    for (const until = now + time; now < until; now += Math.max(1, bucket.wait())) {
      if (bucket.wait() || count >= most) continue;
      bucket.take();
      count += 1;
    }
    return count;
  };
  return { bucket, countFor };
}

describe('the pace of an operation without a published limit', () => {
  it('is that of the caller until a call is refused', () => {
    expect(setup().countFor(1_000)).toBe(1_000);
  });

  it('is half of what it was after a refusal, and waits as long as it is asked to', () => {
    const { bucket, countFor } = setup();
    countFor(1_000);

    bucket.refuse(500);

    expect(bucket.wait()).toBe(500);
    expect(countFor(2_000)).toBeGreaterThan(600);
    expect(countFor(400)).toBeLessThan(300);
  });

  it('is halved once for calls that were under way together', () => {
    const { bucket, countFor } = setup();
    countFor(1_000);

    for (let refusal = 0; refusal < 10; refusal += 1) bucket.refuse(0);

    expect(countFor(1_000)).toBeGreaterThan(450);
  });

  it('recovers by steps until it is free again', () => {
    const { bucket, countFor } = setup();
    countFor(1_000);
    bucket.refuse(0);

    const counts = [countFor(2_000), countFor(2_000), countFor(2_000)];
    countFor(20_000);

    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts[0]).toBeLessThan(1_100);
    expect(countFor(1_000)).toBe(1_000);
  });
});
