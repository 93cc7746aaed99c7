import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginLater } from '../../src/lib/begin-later.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
