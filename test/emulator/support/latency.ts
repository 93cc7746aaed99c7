import { onTestFinished, vi } from 'vitest';

const LATENCY = 20;

/** A latency that passes only when the test says so: in {@link settled}. Timers stand still until the test ends. */
export function heldLatency(): number {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return LATENCY;
}

/** Lets the latency pass, and waits until all that was received has been applied. */
export async function settled({ settle }: { settle(): Promise<unknown> }): Promise<void> {
  await Promise.all([settle(), vi.advanceTimersByTimeAsync(LATENCY)]);
}
