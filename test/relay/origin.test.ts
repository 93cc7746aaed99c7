import { expect, it } from 'vitest';
import { event, lineOf, site } from './support/site.js';

it.each([
  ['a host that is none', 'null', { 'X-Forwarded-Host': 'shop.example:port' }],
  ['a way that pages have not', 'file:///page.html', { 'X-Forwarded-Proto': 'h2' }],
])('a page without an origin is refused also where a proxy says %s', async (_, origin, said) => {
  const { url } = await site({ behindProxy: true });
  const headers = { ...said, Origin: origin } as Record<string, string>;

  const response = await fetch(url, { method: 'POST', headers, body: lineOf(event()) });

  expect(response.status).toBe(403);
});
