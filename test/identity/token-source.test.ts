import { describe, expect, it, vi } from 'vitest';
import { createTokenSource } from '../../src/identity/token-source.js';

/** A token that expires at a time in milliseconds. */
const tokenUntil = (time: number) => `head.${btoa(JSON.stringify({ exp: time / 1000 }))}.sign`;

/** A source over a page's server that gives the tokens in turn, and a clock to set. */
function setup(...tokens: (string | Error)[]) {
  const clock = { now: 1_000 };
  const request = vi.fn(async () => {
    const next = tokens.shift();
    if (next instanceof Error) throw next;
    return next ?? expect.fail('No token is left');
  });
  const source = createTokenSource(request, { now: () => clock.now, random: () => 1 });
  return { clock, request, source };
}

const trouble = new Error('no session');

describe('a token source', () => {
  it('asks once, however many need the token', async () => {
    const { source, request } = setup('a');

    expect(await Promise.all([source.get(), source.get(), source.get()])).toEqual(['a', 'a', 'a']);
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('replaces the token a minute before it expires', async () => {
    const [first, second] = [tokenUntil(600_000), tokenUntil(1_200_000)];
    const { source, clock } = setup(first, second);
    await source.get();

    clock.now = 539_999;
    expect(await source.get()).toBe(first);
    clock.now = 540_000;
    expect(await source.get()).toBe(second);
  });

  it('replaces a refused token once, however many calls were refused with it', async () => {
    const { source, request } = setup('a', 'b');
    const refused = source.get();
    await refused;

    source.refuse(refused);
    const next = source.get();
    source.refuse(refused);

    expect(await source.get()).toBe('b');
    expect(await next).toBe('b');
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('holds after trouble, longer each time, and says meanwhile what it was', async () => {
    const { source, clock, request } = setup(trouble, trouble, 'a');

    await expect(source.get()).rejects.toBe(trouble);
    expect(source.heldUntil).toBe(clock.now + 1_000);
    expect(() => source.get()).toThrow(trouble);
    clock.now += 1_000;
    await expect(source.get()).rejects.toBe(trouble);
    expect(source.heldUntil).toBe(clock.now + 2_000);
    expect(request).toHaveBeenCalledTimes(2);
    clock.now += 2_000;

    expect(await source.get()).toBe('a');
  });

  it('holds for one trouble that many calls meet as for one', async () => {
    const { source, clock } = setup('a');
    const token = source.get();
    await token;

    for (let count = 0; count < 5; count++) source.refuse(token, trouble);

    expect(source.heldUntil).toBe(clock.now + 1_000);
  });

  it('begins anew with short waits once a token is good', async () => {
    const { source, clock } = setup(trouble, 'a');
    await expect(source.get()).rejects.toBe(trouble);
    clock.now = source.heldUntil;
    const token = source.get();
    await token;

    source.accept();
    source.refuse(token, trouble);

    expect(source.heldUntil).toBe(clock.now + 1_000);
  });

  it('has no token for calls that need none', () => {
    expect(createTokenSource(undefined, { now: () => 0, random: () => 1 }).get()).toBeUndefined();
  });
});
