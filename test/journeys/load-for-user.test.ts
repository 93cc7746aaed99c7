// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadForUser } from '../../src/host/load-for-user.js';
import type { Host } from '../../src/host/host.js';
import { become, setChance, takeTime } from '../support/visits.js';

/** A file that comes once `network` is there, and who it is for. */
function setup({ user = true, network = true } = {}) {
  const state = { user, network, coming: Promise.resolve(), asked: 0, calls: 0, closed: 0 };
  const told: string[] = [];
  const reported: unknown[] = [];
  const listeners = new Set<() => void>();
  const host = {
    get user() {
      return state.user ? { email: 'ada@example.com' } : undefined;
    },
    on(_: string, listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    expectCall: () => void (state.calls += 1),
    report: (error: unknown) => reported.push(error),
  } as unknown as Host;
  const file = { close: () => void (state.closed += 1) };
  const loading = loadForUser(host, async () => {
    state.asked += 1;
    await state.coming;
    if (!state.network) throw new Error('Not there');
    return file;
  });
  // By itself it tries again later than these tests take, and not once they are gone.
  setChance();
  onTestFinished(() => loading.close());
  const use = () =>
    loading.use(
      () => {
        told.push('there');
        return () => void told.push('stopped');
      },
      (waiting) => told.push(waiting),
    );
  const identify = () => {
    state.user = true;
    listeners.forEach((listener) => listener());
  };
  return { state, told, reported, loading, use, identify };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('what embedded messages are shown with', () => {
  it('is loaded once, with its first use, beside what speaks to the service', async () => {
    const { state, told, use } = setup();
    await settled();
    expect(state.asked).toBe(0);

    use();
    use();
    await settled();
    use();

    expect(state).toMatchObject({ asked: 1, calls: 1 });
    expect(told).toEqual(['loading', 'loading', 'there', 'there', 'there']);
  });

  it('waits for somebody to show messages to', async () => {
    const { state, told, use, identify } = setup({ user: false });
    use();
    await settled();
    expect(state.asked).toBe(0);

    identify();
    await settled();

    expect(told).toEqual(['empty', 'loading', 'there']);
  });

  it.each([
    ['the device has a network again', () => void dispatchEvent(new Event('online'))],
    ['the page is shown again', () => become('visible')],
  ])('is asked for again when %s', async (_, happen) => {
    const { state, told, reported, use } = setup({ network: false });
    use();
    await settled();
    happen();
    await settled();
    state.network = true;

    happen();
    await settled();

    expect(told.filter((one, index) => one !== told[index - 1])).toEqual(['loading', 'error', 'there']);
    expect(reported.map(String)).toEqual(['Error: Not there', 'Error: Not there']);
  });

  it('is asked for again soon where a network that has gone meanwhile lets it fail late', async () => {
    const { pass } = takeTime();
    const { state, told, use } = setup({ network: false });
    use();
    await pass(30 * 60_000);
    const { asked } = state;
    let fail = () => {};
    state.coming = new Promise((_, reject) => (fail = () => reject(new Error('A network has changed'))));
    while (state.asked === asked) await pass(1_000);

    dispatchEvent(new Event('online'));
    await pass(100);
    state.network = true;
    state.coming = Promise.resolve();
    fail();
    await pass(5_000);

    expect(told.at(-1)).toBe('there'); // By itself it would have come five minutes later.
  });

  it('is asked for again with the next use, whose caller is told', async () => {
    const { state, reported, loading } = setup({ network: false });
    await expect(loading.load()).rejects.toThrow('Not there');
    state.network = true;

    await loading.load();

    expect(state.asked).toBe(2);
    expect(reported).toEqual([]);
  });

  it('is not given to who has stopped, and ends where it comes too late', async () => {
    const { state, told, loading, use } = setup();
    use()();
    use();
    loading.close();

    await settled();

    expect(told).not.toContain('there');
    expect(state.closed).toBe(1);
  });
});
