// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginLater } from '../../src/browser/begin-later.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Something that is begun once it is loaded, which fails as often as is said. */
function setup(failures = 0) {
  const said: string[] = [];
  let tries = 0;
  async function load() {
    tries += 1;
    if (tries <= failures) throw new Error('Offline');
    return 7;
  }
  function begin(loaded: number) {
    said.push(`begun with ${loaded}`);
    return () => said.push('stopped');
  }
  const stop = beginLater(load, begin, (error) => said.push((error as Error).message));
  return { said, stop, tries: () => tries };
}

describe('what is begun later', () => {
  it('is begun once it is loaded, and stopped', async () => {
    const { said, stop } = setup();
    await vi.runAllTimersAsync();
    stop();
    expect(said).toEqual(['begun with 7', 'stopped']);
  });

  it('is loaded anew until that is done, and tells each time why it was not', async () => {
    const { said } = setup(3);
    await vi.runAllTimersAsync();
    expect(said).toEqual(['Offline', 'Offline', 'Offline', 'begun with 7']);
  });

  it('is loaded anew at once when the device has a network again, and only then', async () => {
    const { said, tries } = setup(6);
    await vi.advanceTimersByTimeAsync(0);
    for (let times = 0; times < 4; times++) {
      dispatchEvent(new Event('online'));
      // The second asks for nothing more: that is under way.
      dispatchEvent(new Event('online'));
      await vi.advanceTimersByTimeAsync(0);
    }
    expect([tries(), said.length]).toEqual([5, 5]);

    // It has not failed often with this network, so the next pause is short.
    await vi.advanceTimersByTimeAsync(2_000);
    expect(tries()).toBe(6);
    await vi.runAllTimersAsync();
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect([tries(), said.at(-1)]).toEqual([7, 'begun with 7']);
  });

  it('asks for nothing more once it was stopped, whatever the network does', async () => {
    const { stop, tries } = setup(6);
    await vi.advanceTimersByTimeAsync(0);
    stop();
    dispatchEvent(new Event('online'));
    await vi.runAllTimersAsync();
    expect(tries()).toBe(1);
  });

  it('is not begun once it was stopped, nor loaded again', async () => {
    const coming = setup();
    coming.stop();
    const failing = setup(1);
    await Promise.resolve();
    failing.stop();
    await vi.runAllTimersAsync();
    expect([coming.said, failing.said.length <= 1, failing.tries()]).toEqual([[], true, 1]);
  });
});
