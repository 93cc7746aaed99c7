import { describe, expect, it, vi } from 'vitest';
import { createTokenSource } from '../../src/identity/token.js';

/** A token that expires at a time in milliseconds, as far as it can be read. */
const tokenUntil = (time: number) => `head.${btoa(JSON.stringify({ exp: time / 1000 }))}.sign`;

/** A source over a page's server that gives the tokens in turn, and a clock to set. */
function setup(...tokens: (string | Error)[]) {
  const clock = { now: 0 };
  const request = vi.fn(async () => {
    const next = tokens.shift();
    if (next instanceof Error) throw next;
    return next ?? expect.fail('No token is left');
  });
  return { clock, request, source: createTokenSource(request, () => clock.now) };
}

describe('token', () => {
  it('is asked for once, however many need it', async () => {
    const { source, request } = setup('a');
    expect(await Promise.all([source.get(), source.get(), source.get()])).toEqual(['a', 'a', 'a']);
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('is replaced a minute before it expires', async () => {
    const [first, second] = [tokenUntil(600_000), tokenUntil(1_200_000)];
    const { source, clock } = setup(first, second);
    await source.get();

    clock.now = 539_999;
    expect(await source.get()).toBe(first);
    clock.now = 540_000;
    expect(await source.get()).toBe(second);
  });

  it('is asked for again after it is forgotten', async () => {
    const { source } = setup('a', 'b');
    await source.get();
    source.forget();
    expect(await source.get()).toBe('b');
  });

  it('is asked for again when it could not be got', async () => {
    const { source } = setup(new Error('The page has no session'), 'b');
    await expect(source.get()).rejects.toThrow('no session');
    expect(await source.get()).toBe('b');
  });

  it.each(['not a token', 'a.b.c', `a.${btoa('{}')}.c`, `a.${btoa('null')}.c`])(
    'may be unreadable: %j',
    async (odd) => {
      const { source, clock } = setup(odd);
      await source.get();
      clock.now = 1e12;
      expect(await source.get()).toBe(odd);
    },
  );
});
