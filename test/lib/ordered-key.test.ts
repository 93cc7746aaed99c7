import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderedKey } from '../../src/lib/ordered-key.js';

describe('orderedKey', () => {
  it('sorts in the order of the calls, also when the clock stands still or goes back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 45 }), { minLength: 2 }), (times) => {
        const keys = times.map((time) => orderedKey(time));
        expect([...keys].sort()).toEqual(keys);
      }),
    );
  });

  it('differs between tabs that ask at the same time', () => {
    const [here, there] = [orderedKey(2 ** 46, () => 0.1), orderedKey(2 ** 46, () => 0.2)];
    expect(here.split('-')[1]).not.toBe(there.split('-')[1]);
  });
});
