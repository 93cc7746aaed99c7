import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAlarm } from '../../src/lib/alarm.js';

/** An alarm, and when it has gone off. */
function setup() {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const rings: number[] = [];
  const alarm = createAlarm(() => {
    rings.push(Date.now());
    alarm.clear();
  }, Date.now);
  return { alarm, rings };
}

describe('an alarm', () => {
  it('goes off once, at the earliest of its times', () => {
    const { alarm, rings } = setup();
    for (const at of [500, 200, 900]) alarm.set(at);

    vi.advanceTimersByTime(2_000);

    expect(rings).toEqual([200]);
  });

  it('goes off at once for a time that has passed, and never when it is cleared', () => {
    const { alarm, rings } = setup();
    vi.advanceTimersByTime(1_000);
    alarm.set(5);
    vi.advanceTimersByTime(1);
    alarm.set(2_000);
    alarm.clear();
    vi.advanceTimersByTime(9_000);

    expect(rings).toHaveLength(1);
  });

  it('does not go off for a time that never comes', () => {
    const { alarm, rings } = setup();
    alarm.set(Infinity);

    vi.advanceTimersByTime(2 ** 33);

    expect(rings).toEqual([]);
  });
});
