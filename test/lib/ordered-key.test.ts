import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOrderedKeys } from '../../src/lib/ordered-key.js';

describe('ordered keys', () => {
  it('sorts in the order of the calls, also when the clock stands still or goes back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 42 }), { minLength: 2 }), (times) => {
        const keys = times.map(createOrderedKeys(Math.random));
        expect([...keys].sort()).toEqual(keys);
      }),
    );
  });

  it('differs between tabs that ask at the same time', () => {
    const [here, there] = [0.1, 0.2].map((luck) => createOrderedKeys(() => luck)(2 ** 40));
    expect(here).not.toBe(there);
  });
});
