// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasLocks, takeTurn } from '../../src/browser/lock.js';
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

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a turn', () => {
  it('is of one at a time, and of the next once the first has ended', async () => {
    setLocks(createLocks());
    const { begun, ends, work } = setup();
    const [isFirst, ended] = await takeTurn('a', work('first'));
    const [isSecond] = await takeTurn('a', work('second'));
    expect([isFirst, isSecond]).toEqual([true, false]);

    ends[0]?.();
    await ended;
    const [isThird] = await takeTurn('a', work('third'));

    expect(isThird).toBe(true);
    expect(begun).toEqual(['first', 'third']);
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
    const [, ended] = await takeTurn('a', work('first'));

    dispatchEvent(new Event('pagehide'));
    await ended;
    await soon();
    void (await takeTurn('a', work('second')));

    expect(begun).toEqual(['first', 'second']);
  });

  it('tells of work that fails, and is then of the next', async () => {
    setLocks(createLocks());
    const [, ended] = await takeTurn('a', () => Promise.reject(new Error('failed')));

    await expect(ended).rejects.toThrow('failed');

    await soon();
    expect((await takeTurn('a', async () => {}))[0]).toBe(true);
  });

  it.each([
    ['there are no Web Locks', undefined],
    ['they are refused', { request: () => Promise.reject(new DOMException('No', 'SecurityError')) }],
  ])("is everyone's where %s", async (_, locks) => {
    setLocks(locks);
    const { begun, work } = setup();

    const turns = [await takeTurn('a', work('first')), await takeTurn('a', work('second'))];

    expect(hasLocks()).toBe(locks !== undefined);
    expect(turns.map(([isTaken]) => isTaken)).toEqual([true, true]);
    expect(begun).toEqual(['first', 'second']);
  });
});
