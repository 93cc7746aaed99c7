import { describe, expect, it } from 'vitest';
import { backoff } from '../../src/lib/backoff.js';

describe('backoff', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [9, 256_000],
    [10, 300_000],
    [5_000, 300_000],
  ])('after %d failures in a row waits at most %d milliseconds', (failures, most) => {
    expect(backoff(failures, () => 1)).toBe(most);
    expect(backoff(failures, () => 0.5)).toBe(most / 2);
    expect(backoff(failures, () => 0)).toBe(0);
  });
});
