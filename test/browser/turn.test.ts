// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasLocks, takeTurn } from '../../src/browser/turn.js';
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
    const first = await takeTurn('a', work('first'));
    expect(first).toBeDefined();
    expect(await takeTurn('a', work('second'))).toBeUndefined();

    ends[0]?.();
    await first?.ended;

    expect(await takeTurn('a', work('third'))).toBeDefined();
    expect(begun).toEqual(['first', 'third']);
  });

  it("is not asked for while it is another's, since that would keep the page out of the back/forward cache", async () => {
    const locks = createLocks();
    setLocks(locks);
    const { work } = setup();
    void (await takeTurn('a', work('first')));
    const request = vi.spyOn(locks, 'request');

    expect(await takeTurn('a', work('second'))).toBeUndefined();

    expect(request).not.toHaveBeenCalled();
  });

  it('of one name is not in the way of another', async () => {
    setLocks(createLocks());
    const { begun, work } = setup();

    void (await takeTurn('a', work('first')));
    void (await takeTurn('b', work('second')));

    expect(begun).toEqual(['first', 'second']);
  });

  it('is given back when the page is left', async () => {
    setLocks(createLocks());
    const { begun, work } = setup();
    await takeTurn('a', work('first'));

    dispatchEvent(new Event('pagehide'));

    await expect.poll(() => takeTurn('a', work('second'))).toBeDefined();
    expect(begun).toEqual(['first', 'second']);
  });

  it('that was given back so has ended once its work is done: until then its page looks for no other', async () => {
    setLocks(createLocks());
    const { ends, work } = setup();
    const turn = await takeTurn('a', work('first'));
    let hasEnded = false;
    const ended = turn?.ended.then(() => (hasEnded = true));

    dispatchEvent(new Event('pagehide'));
    await expect.poll(() => takeTurn('a', work('second'))).toBeDefined();
    expect(hasEnded).toBe(false);

    ends[0]?.();
    await ended;
  });

  it('tells of work that fails, and is then of the next', async () => {
    setLocks(createLocks());
    const turn = await takeTurn('a', () => Promise.reject(new Error('failed')));

    await expect(turn?.ended).rejects.toThrow('failed');

    expect(await takeTurn('a', async () => {})).toBeDefined();
  });

  it.each([
    ['there are no Web Locks', undefined],
    ['they are refused', { query: refuse, request: refuse }],
  ])("is everyone's where %s", async (_, locks) => {
    setLocks(locks);
    const { begun, work } = setup();

    expect(await takeTurn('a', work('first'))).toBeDefined();
    expect(await takeTurn('a', work('second'))).toBeDefined();

    expect(hasLocks()).toBe(locks !== undefined);
    expect(begun).toEqual(['first', 'second']);
  });
});
