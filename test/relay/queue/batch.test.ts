import { describe, expect, it } from 'vitest';
import { batchesOf, lineOf, partitionOf, type Batch } from '../../../src/relay/queue/batch.js';
import { cart, event, large, profile, purchase, some } from './support/calls.js';

const read = (batches: ReturnType<typeof batchesOf>) => batches.map(({ text }) => JSON.parse(text) as Batch);

describe('batches', () => {
  it('hold the calls of one partition each, in their order', () => {
    const names = Array.from({ length: 50 }, (_, index) => `user-${index}`);
    const calls = [0, 1, 2].flatMap((number) => names.map((name) => cart(name, number)));

    const batches = batchesOf(calls, 7);

    expect(new Set(batches.map(({ partition }) => partition)).size).toBe(batches.length);
    for (const [index, { at, calls: own }] of read(batches).entries()) {
      expect(at).toBe(7);
      expect(own).toEqual(calls.filter((call) => partitionOf(call) === batches[index]?.partition));
    }
    expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(150);
  });

  it('are no larger than about a hundred thousand characters, but for a call that is', () => {
    const batches = batchesOf([...some(3, large), ...some(3, event)], 0);

    expect(read(batches).map(({ calls }) => calls.length)).toEqual([1, 1, 4]);
  });

  it('have an id where all of their calls do, the same for the same calls', () => {
    const [one, same, other] = [some(2, event), some(2, event), some(3, event)].map(
      (calls) => batchesOf(calls, 0)[0]?.id,
    );

    expect(one).toMatch(/^\S{43}$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
    expect(batchesOf([event('ada', 1), cart('ada', 1)], 0)[0]).toMatchObject({ id: '' });
  });

  it.each([event, purchase])('give what the service takes an id of one before it waits', (telling) => {
    const { body, ...call } = telling('ada', 1);
    const { id: _, ...rest } = body;

    const [batch] = batchesOf([{ ...call, body: rest }], 0);

    const [kept] = read(batch ? [batch] : []);
    expect(kept?.calls[0]?.body).toMatchObject({ ...rest, id: expect.stringMatching(/^\S{36}$/) as unknown });
    // It is another one the next time.
    expect(batch?.id).toBe('');
  });

  it('of a user are in one partition however the email is written', () => {
    const call = cart('ada', 1);
    expect(partitionOf({ ...call, user: { email: 'ADA@Example.com' } })).toBe(partitionOf(call));
    expect(lineOf({ ...call, user: { email: 'ADA@Example.com' } })).toBe(lineOf(call));
  });
});

describe('the line of a call', () => {
  it.each([
    ['the same', 'a cart and a purchase', cart('ada', 1), purchase('ada', 1), true],
    ['the same', 'a cart and a profile', cart('ada', 1), profile('ada', 1), true],
    ['another', 'a cart and an event', cart('ada', 1), event('ada', 1), false],
    ['another', 'the carts of two users', cart('ada', 1), cart('bob', 1), false],
  ])('is %s for %s', (_words, _of, one, other, isSame) => {
    expect(lineOf(one) === lineOf(other)).toBe(isSame);
  });
});
