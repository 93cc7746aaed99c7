import { onTestFinished, vi } from 'vitest';
import type { Hooks } from '../../../src/admin/index.js';

/**
 * Takes the time over until the test ends: it stands still, but for whoever waits. Gives the hooks of an admin by
 * which it passes just as long as the admin says that it waits, and what they heard.
 */
export function takeTime() {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
    now: Date.UTC(2026, 0, 15, 12),
  });
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    vi.useRealTimers();
  });
  const startedAt = Date.now();
  const waits: number[] = [];

  function pass({ wait }: { wait: number }) {
    waits.push(wait);
    // Whoever tells of a wait begins it right after that, and what was let go before is to arrive before.
    void turn().then(() => isOver || vi.advanceTimersByTime(Math.ceil(wait)));
  }
  const hooks: Pick<Hooks, 'onThrottle' | 'onRetry'> = { onThrottle: pass, onRetry: pass };

  return {
    hooks,
    waits,
    /** How much time has passed, in milliseconds. */
    passed: () => Date.now() - startedAt,
  };
}

/** Resolves once everything has happened that waits for nothing but its turn. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
