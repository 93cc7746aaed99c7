import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { within } from '../../src/lib/deadline.js';

const onTimeout = () => new Error('too late');
const never = () => new Promise<never>(() => {});
const untouched = () => Promise.resolve('touched');

describe('within', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('gives what the work gives', async () => {
    expect(await within({ timeout: 1_000, onTimeout }, () => Promise.resolve(7))).toBe(7);
  });

  it('rejects when the time is up, even if the work does not listen', async () => {
    const settled = vi.fn();
    const result = within({ timeout: 5, onTimeout }, never).finally(settled);
    const heard = expect(result).rejects.toThrow('too late');

    await vi.advanceTimersByTimeAsync(4);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);

    await heard;
  });

  it('rejects at once with the reason of the signal', async () => {
    const controller = new AbortController();
    const result = within({ timeout: 60_000, onTimeout, signal: controller.signal }, never);
    controller.abort();
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('does not start under a signal that is aborted already', async () => {
    const work = vi.fn(untouched);
    await expect(within({ timeout: 60_000, onTimeout, signal: AbortSignal.abort() }, work)).rejects.toThrow();
    expect(work).not.toHaveBeenCalled();
  });

  it('tells the work to stop', async () => {
    let told: AbortSignal | undefined;
    const work = (signal: AbortSignal) => {
      told = signal;
      return never();
    };
    const heard = expect(within({ timeout: 5, onTimeout }, work)).rejects.toThrow();
    vi.advanceTimersByTime(5);
    await heard;
    expect(told?.aborted).toBe(true);
  });

  it('leaves a late rejection of the work unheard, and not unhandled', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const work = () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), 20));

    const heard = expect(within({ timeout: 5, onTimeout }, work)).rejects.toThrow('too late');
    vi.advanceTimersByTime(20);
    await heard;
    // Node tells of what nobody heard before its next turn.
    await new Promise((resolve) => setImmediate(resolve));

    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
