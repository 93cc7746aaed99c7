import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLatency } from '../../../src/emulator/state/latency.js';

describe('writes', () => {
  it('are applied at once without latency, and after it with one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const applied: string[] = [];
    createLatency(0).later(() => applied.push('at once'));
    const { later, settle } = createLatency(5_000);
    later(() => applied.push('later'));

    await vi.advanceTimersByTimeAsync(4_999);
    expect(applied).toEqual(['at once']);
    await vi.advanceTimersByTimeAsync(1);
    await settle();

    expect(applied).toEqual(['at once', 'later']);
  });

  it('that fail are told of once, by the next settle', async () => {
    const { later, settle } = createLatency(1);
    later(() => {
      throw new Error('of the emulator');
    });
    await expect(settle()).rejects.toThrow('of the emulator');
    await settle();
  });

  it('are waited for with what they start', async () => {
    const { pending, settle } = createLatency(0);
    let isDone = false;
    const second = () => new Promise(setImmediate).then(() => (isDone = true));
    pending(Promise.resolve().then(() => pending(second())));
    await settle();
    expect(isDone).toBe(true);
  });
});
