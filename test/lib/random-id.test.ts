import { afterEach, expect, it, vi } from 'vitest';
import { randomId } from '../../src/lib/random-id.js';

afterEach(() => void vi.unstubAllGlobals());

it.each(['with https', 'without https'])('is never the same, and short, %s', (where) => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  if (where === 'without https') vi.stubGlobal('crypto', { getRandomValues });
  const made = Array.from({ length: 1_000 }, randomId);
  for (const id of made) {
    expect(id).toMatch(
      where === 'with https' ? /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/ : /^\d+(-\d+){3}$/,
    );
    expect(id.length).toBeLessThanOrEqual(43);
  }
  expect(new Set(made).size).toBe(made.length);
});
