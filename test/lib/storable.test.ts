import { describe, expect, it } from 'vitest';
import { isStorable } from '../../src/lib/storable.js';

/** Lists in lists. */
function deep(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

describe('what a device can store', () => {
  it.each([
    ['a short value', { a: 1 }, true],
    ['one that is too long', 'x'.repeat(4_999), false],
    ['a function', () => 1, false],
    ['what is deep', deep(499), true],
    ['what no device gives back', deep(500), false],
    ['what is too deep', deep(200_000), false],
    ['what JSON does not know', { at: 1n }, false],
  ])('%s: %#', (_, value, is) => {
    expect(isStorable(value, 5_000)).toBe(is);
  });
});
