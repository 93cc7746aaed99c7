import { describe, expect, it } from 'vitest';
import { claimsOf, renewalOf } from '../../src/identity/token.js';

const tokenOf = (claims: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  return `head.${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}.sign`;
};

describe('what a token says', () => {
  it.each([{ email: 'ada@example.com', exp: 7 }, { userId: 'Žofie ≥ ÿ?>' }, {}])('is %j', (claims) => {
    expect(claimsOf(tokenOf(claims))).toEqual(claims);
  });

  it.each(['not a token', '', 'a.b.c', 'a.%.c', `a.${btoa('null')}.c`, `a.${btoa('7')}.c`])(
    'is nothing when it cannot be read: %j',
    (odd) => {
      expect(claimsOf(odd)).toEqual({});
    },
  );
});

describe('when a token is due for renewal', () => {
  it.each([
    ['a minute before it expires', 3_600, 3_540_000],
    ['half-way when it lives shorter than two minutes', 60, 30_000],
    ['never when it has expired, since the clock must be wrong', -5, Infinity],
    ['never when it does not say', undefined, Infinity],
    ['never when what it says is no time', 'soon', Infinity],
  ])('is %s', (_, seconds, wait) => {
    const now = 1_700_000_000_000;
    const exp = typeof seconds === 'number' ? now / 1000 + seconds : seconds;

    expect(renewalOf(tokenOf({ exp }), now) - now).toBe(wait);
  });
});
