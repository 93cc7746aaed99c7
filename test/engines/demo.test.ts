import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { inEveryEngine } from './harness.js';

const ROOT = join(import.meta.dirname, '../..');
/** Where each run leaves pictures of the page, for a person to look at. */
const PICTURES = join(ROOT, 'build/pictures');
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

/** The demo as its server serves it: the page, its style and script, and the emulator behind it. */
async function demo() {
  const { fetch, inspect, keys, signToken } = createEmulator();
  const files: Record<string, [file: string, type: string]> = {
    '/style.css': ['demo/style.css', 'text/css'],
    '/main.js': ['build/demo/main.js', 'text/javascript'],
  };
  async function service(request: Request) {
    const { pathname, searchParams } = new URL(request.url);
    const [file, type = ''] = files[pathname] ?? [];
    if (file) return new Response(await readFile(join(ROOT, file)), { headers: { 'Content-Type': type } });
    if (pathname === '/arrived') return Response.json(inspect.events('customEvent'));
    if (pathname === '/key') return new Response(keys.web);
    if (pathname === '/token')
      return new Response(await signToken({ email: searchParams.get('email') ?? '' }));
    return fetch(request);
  }
  return { pages: { '/': await readFile(join(ROOT, 'demo/index.html'), 'utf8') }, service };
}

inEveryEngine('the demo', (setScene, { name }) => {
  it('shows an event arrive, and still has it after a reload', async () => {
    const { open } = await setScene(await demo());
    const page = await open();

    await page.click('#identify button');
    await page.waitUntil(
      `document.querySelector('#identify-result').textContent.includes('ada@example.com')`,
    );
    await page.click('#track button');
    await page.waitUntil(`document.querySelector('#arrived li')`);
    await page.reload();

    expect(await page.text('#arrived li')).toContain('product-viewed');
    expect(await page.text('#count')).toBe('1 event has arrived.');
    expect(await page.errors()).toEqual([]);

    await mkdir(PICTURES, { recursive: true });
    for (const size of [PHONE, DESK]) {
      await page.resize(size);
      await page.screenshot(join(PICTURES, `${name}-${size.width}.png`));
    }
  });

  it('says what is wrong with what was typed, and sends nothing', async () => {
    const { open } = await setScene(await demo());
    const page = await open();

    await page.type('#track [name=data]', '{');
    await page.click('#track button');

    await page.waitUntil(`document.querySelector('#track-result').textContent.includes('JSON')`);
    expect(await page.text('#count')).toBe('Nothing has arrived yet.');
  });
});
