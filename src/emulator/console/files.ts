import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../operation/refusal.js';

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The page runs what we serve and nothing else, and no other page frames it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** One of the files the console is made of. They lie in `page` beside this module, or in `console` beside its bundle. */
export async function consoleFile(name: string): Promise<Response> {
  const type = types[name.split('.').at(-1) ?? ''];
  const body = type && /^[\w-]+\.\w+$/.test(name) ? await contentOf(name) : undefined;
  if (!type || body === undefined) throw new Refusal('NotFound', `The console has no file \`${name}\``);
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    },
  });
}

async function contentOf(name: string): Promise<string | undefined> {
  const { place } = await import('./place.js');
  for (const folder of ['page', 'console']) {
    const text = await readFile(join(place, folder, name), 'utf8').catch(() => undefined); // Then it is in the other.
    if (text !== undefined) return text;
  }
  return undefined;
}
