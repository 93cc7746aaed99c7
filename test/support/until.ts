import { vi } from 'vitest';

/** Waits for a condition, a minute at most, which a healthy run never takes. */
export const until = <T>(condition: () => T | Promise<T>) =>
  vi.waitFor(condition, { timeout: 60_000, interval: 5 });
