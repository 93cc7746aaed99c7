import { expect, it } from 'vitest';
import { maskFor } from '../../src/inspector/masked.js';
import { createWire } from '../../src/inspector/wire.js';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFkYSJ9.c2lnbmF0dXJl';

/** A client, and what hides its secrets. */
function setup() {
  const base = { apiKey: 'a-web-key', fetch: async () => new Response('{}') };
  return { base, masked: maskFor(base, createWire(base)) };
}

it.each([TOKEN, `token_${TOKEN}`, `?token%3D${TOKEN}`, `id${TOKEN}`, 'Bearer anything'])(
  'a token is not drawn in %s',
  (text) => {
    expect(setup().masked(text)).not.toMatch(/eyJhbG|c2lnb|anything/);
  },
);

it('a token of another kind is not drawn once it was sent', async () => {
  const { base, masked } = setup();
  const send = base.fetch as typeof fetch;

  await send('https://api.example.com', { headers: { Authorization: 'Bearer opaque-4711' } });

  expect(masked('holds opaque-4711')).toBe('holds •••');
});

it('a key is not drawn, nor the one that took its place, and what is no text is no trouble', () => {
  const { base, masked } = setup();
  expect(masked('holds a-web-key')).toBe('holds •••');

  base.apiKey = 'another-key';

  expect(masked('another-key after a-web-key')).toBe('••• after •••');
  expect(masked(undefined)).toBe('undefined');
});
