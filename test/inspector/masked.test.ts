import { describe, expect, it } from 'vitest';
import { maskFor } from '../../src/inspector/masked.js';
import { createWire } from '../../src/inspector/wire.js';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFkYSJ9.c2lnbmF0dXJl';

/** A client, and what hides its secrets. */
function setup(headers?: { token?: string }) {
  const base = { apiKey: 'a-web-key', fetch: async () => new Response('{}'), headers };
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

it('a token of another kind is not drawn once it was sent in a header of another name', async () => {
  const { base, masked } = setup({ token: 'X-Auth' });
  const send = base.fetch as typeof fetch;

  await send('https://api.example.com', { headers: { 'X-Auth': 'Bearer opaque-4711' } });

  expect(masked('holds opaque-4711')).toBe('holds •••');
});

it('a key is not drawn, nor the one that took its place, and what is no text is no trouble', () => {
  const { base, masked } = setup();
  expect(masked('holds a-web-key')).toBe('holds •••');

  base.apiKey = 'another-key';

  expect(masked('another-key after a-web-key')).toBe('••• after •••');
  expect(masked(undefined)).toBe('undefined');
});

/** What a page may write for a sign in HTML. */
const IN_HTML: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};
const inHtml = (text: string, signs: RegExp) => text.replace(signs, (sign) => IN_HTML[sign] ?? sign);
const OPAQUE = 'opaque/+47"11=é';
const SIGNS = "key~with(signs)*and'more'!";
const OF_HTML = String.raw`a<b>"c"\'d'&e/f;g`;
/** PHP writes nothing but ASCII, and no slash by itself. */
const inPhp = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('/', String.raw`\/`)
    .replaceAll('é', String.raw`\u00e9`);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe.each([OPAQUE, SIGNS, OF_HTML, TOKEN, 'key-4711'])('a token such as %s', (token) => {
  it.each<[how: string, written: (text: string) => string, left?: string]>([
    ['as it is', String],
    ['in an address', encodeURIComponent],
    ['in an address within an address', (text) => encodeURIComponent(encodeURIComponent(text))],
    ['in a whole address', encodeURI],
    [
      'in a whole address, in small digits',
      (text) => encodeURI(text).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ['in HTML', (text) => inHtml(text, /[&<>]/g)],
    ['in an attribute', (text) => inHtml(text, /[&<>"]/g)],
    ['in HTML of a template', (text) => inHtml(text, /[&<>"']/g)],
    ['in HTML of another', (text) => inHtml(text, /[&<>"']/g).replaceAll('&#39;', '&#x27;')],
    ['in HTML of PHP', (text) => inHtml(text, /[&<>"']/g).replaceAll('&#39;', '&#039;')],
    [
      'in JSON in an attribute',
      (text) => inHtml(JSON.stringify({ text }), /[&<>"]/g),
      '{&quot;text&quot;:&quot;•••&quot;}',
    ],
    ['in a form', (text) => String(new URLSearchParams({ text })).slice('text='.length)],
    ['in small digits', (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase())],
    ['in base64', base64],
    ['in base64 without its end', (text) => base64(text).replaceAll('=', '')],
    ['in base64 for an address', (text) => Buffer.from(text).toString('base64url')],
    ['in base64 in an address', (text) => encodeURIComponent(base64(text))],
    ['in JSON', (text) => JSON.stringify({ text }), '{"text":"•••"}'],
    ['in the JSON of PHP', (text) => inPhp({ text }), '{"text":"•••"}'],
    [
      'in JSON of PHP in JSON',
      (text) => JSON.stringify([inPhp({ text })]),
      String.raw`["{\"text\":\"•••\"}"]`,
    ],
    [
      'in JSON in JSON',
      (text) => JSON.stringify([JSON.stringify({ text })]),
      String.raw`["{\"text\":\"•••\"}"]`,
    ],
  ])('is not drawn %s', async (_, written, left = '•••') => {
    const { base, masked } = setup();
    const send = base.fetch as typeof fetch;
    await send('https://api.example.com', { headers: { Authorization: `Bearer ${token}` } });

    const shown = masked(`>${written(token)}<`);

    expect(shown).toBe(`>${left}<`);
  });

  it.each(['a', 'ab', '{"token":"'])('is not drawn within base64, behind %s', async (before) => {
    const { base, masked } = setup();
    const send = base.fetch as typeof fetch;
    await send('https://api.example.com', { headers: { Authorization: `Bearer ${token}` } });

    const shown = masked(base64(`${before}${token}"}`));

    expect(shown).toContain('•••');
    expect(Buffer.from(shown.split('•••').at(-1) ?? '', 'base64').length).toBeLessThan(5);
  });
});
