// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { takeTurn } from '../../src/browser/turn.js';
import { createLocks } from '../support/locks.js';

function setLocks(locks: unknown) {
  const spy = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks as LockManager);
  onTestFinished(() => spy.mockRestore());
}

/** Work that a test ends, and what has begun. */
function setup() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  return { begun, ends, work };
}

const refuse = () => Promise.reject(new DOMException('No', 'SecurityError'));

describe('a turn', () => {
  it('is of one at a time, and of the next once the first has ended', async () => {
    setLocks(createLocks());
    const { begun, ends, work } = setup();
    const first = takeTurn('a', work('first'));
    await expect.poll(() => begun).toEqual(['first']);
    expect(await takeTurn('a', work('second'))).toBe(false);

    ends[0]?.();
    expect(await first).toBe(true);

    void takeTurn('a', work('third'));
    await expect.poll(() => begun).toEqual(['first', 'third']);
  });

  it("is not asked for while it is another's, since that would keep the page out of the back/forward cache", async () => {
    const locks = createLocks();
    setLocks(locks);
    const { begun, work } = setup();
    void takeTurn('a', work('first'));
    await expect.poll(() => begun).toEqual(['first']);
    const request = vi.spyOn(locks, 'request');

    expect(await takeTurn('a', work('second'))).toBe(false);

    expect(request).not.toHaveBeenCalled();
  });

  it('of one name is not in the way of another', async () => {
    setLocks(createLocks());
    const { begun, work } = setup();

    void takeTurn('a', work('first'));
    void takeTurn('b', work('second'));

    await expect.poll(() => begun).toEqual(['first', 'second']);
  });

  it('is given back when the page is left', async () => {
    const locks = createLocks();
    setLocks(locks);
    const { begun, work } = setup();
    void takeTurn('a', work('first'));
    await expect.poll(() => begun).toEqual(['first']);

    dispatchEvent(new Event('pagehide'));
    await expect.poll(async () => (await locks.query()).held).toEqual([]);
    void takeTurn('a', work('second'));

    await expect.poll(() => begun).toEqual(['first', 'second']);
  });

  it('that was given back so has ended once its work is done: until then its page looks for no other', async () => {
    const locks = createLocks();
    setLocks(locks);
    const { begun, ends, work } = setup();
    let hasEnded = false;
    const ended = takeTurn('a', work('first')).then(() => (hasEnded = true));
    await expect.poll(() => begun).toEqual(['first']);

    dispatchEvent(new Event('pagehide'));
    await expect.poll(async () => (await locks.query()).held).toEqual([]);
    void takeTurn('a', work('second'));
    await expect.poll(() => begun).toEqual(['first', 'second']);
    expect(hasEnded).toBe(false);

    ends[0]?.();
    await ended;
  });

  it('that has not come when the page is left is not waited for', async () => {
    const locks = createLocks();
    setLocks(locks);
    const { begun, ends, work } = setup();
    const [first, second] = [takeTurn('a', work('first')), takeTurn('a', work('second'))];
    await expect.poll(() => begun).toEqual(['first']);

    dispatchEvent(new Event('pagehide'));
    expect(await second).toBe(false);

    ends[0]?.();
    await first;
    await expect.poll(async () => (await locks.query()).held).toEqual([]);
    expect(begun).toEqual(['first']);
  });

  it('tells of work that fails, and is then of the next', async () => {
    setLocks(createLocks());

    await expect(takeTurn('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');

    expect(await takeTurn('a', async () => {})).toBe(true);
  });

  it.each([
    ['there are no Web Locks', undefined],
    ['they are refused', { query: refuse, request: refuse }],
    ['they can be looked at alone', { query: async () => ({ held: [] }), request: refuse }],
  ])("is everyone's where %s, who hears that there is no lock", async (_, locks) => {
    setLocks(locks);
    const given: unknown[] = [];
    const work = async (lock: unknown) => void given.push(lock);

    expect(await takeTurn('a', work)).toBe(true);
    expect(await takeTurn('a', work)).toBe(true);

    expect(given).toEqual([undefined, undefined]);
  });
});
