import { describe, expect, it } from 'vitest';
import { retryAfter } from '../../src/lib/retry-after.js';

const DAY = 86_400_000;
const now = Date.parse('2026-11-21T10:00:00Z');

describe('retryAfter', () => {
  it.each([
    ['7', 7_000],
    ['0.5', 500],
    ['0', 0],
    ['-3', 0],
    ['Sat, 21 Nov 2026 10:00:20 GMT', 20_000],
    ['Sat, 21 Nov 2026 09:59:00 GMT', 0],
    ['1e9', DAY],
    ['Fri, 31 Dec 9999 23:59:59 GMT', DAY],
    ['soon', undefined],
    ['', undefined],
    [' ', undefined],
    ['Infinity', undefined],
    [null, undefined],
  ])('reads %j as %j milliseconds', (header, wait) => {
    expect(retryAfter(header, undefined, now)).toBe(wait);
  });

  it.each([
    [null, 9, 9_000],
    ['soon', 9, 9_000],
    ['3', 9, 3_000],
    [null, 1e9, DAY],
    [null, 0, 0],
    [null, 'soon', undefined],
    [null, null, undefined],
  ])('reads %j, or else %j, as %j milliseconds', (header, reset, wait) => {
    expect(retryAfter(header, reset, now)).toBe(wait);
  });
});
