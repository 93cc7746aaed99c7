import { expect, it } from 'vitest';
import { randomId } from '../../src/lib/random-id.js';

it('is of 128 bits, and never the same', () => {
  const made = Array.from({ length: 1_000 }, randomId);
  for (const id of made) {
    expect(id).toMatch(/^\d+-\d+-\d+-\d+$/);
    expect(id.length).toBeLessThanOrEqual(43);
  }
  expect(new Set(made).size).toBe(made.length);
});
