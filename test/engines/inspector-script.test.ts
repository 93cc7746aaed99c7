import { expect, it } from 'vitest';
import type { Page } from './harness/engine.js';
import { inEveryEngine } from './harness/harness.js';
import { drawn, lookIn } from './look-in.js';
import { createVisitor } from './visitor.js';

/** The page's own names, for functions that run in it. */
declare const roots: ShadowRoot[];
declare const warned: string[];

/** Loads the one script, as a bookmark does. */
const bookmark = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const script = document.createElement('script');
        script.onload = () => done();
        script.src = '/dist/tidings-inspector.js';
        document.head.append(script);
      }),
  );

inEveryEngine('the inspector, as one script', (setScene) => {
  /** Opens a page that makes its client by itself, and keeps what the console is warned of. */
  async function scripted(made: (key: string) => string) {
    const { emulator, service } = await createVisitor();
    const html = `<!doctype html><html lang="en"><title>Shop</title>${lookIn()}
      <script>globalThis.warned = []; console.warn = (words) => warned.push(words);</script>${made(emulator.keys.web)}`;
    const { open } = await setScene({ pages: { '/': html }, service });
    const page = await open();
    await page.waitUntil(`document.readyState === 'complete'`);
    return { emulator, page };
  }

  const byTag = (key: string) => `<script>
      document.write('<script src="/dist/tidings.js" data-api-key="${key}" data-base-url="' + location.origin + '"></' + 'script>');
    </script>`;
  const byScript = (key: string) => `<script src="/dist/tidings.js"></script>
    <script>{ const mine = tidings.createClient({ apiKey: '${key}', baseUrl: location.origin }); }</script>`;
  const byModule = (key: string) => `<script type="module">
      import { createClient } from 'tidings';
      createClient({ apiKey: '${key}', baseUrl: location.origin });
    </script>`;
  it.each([
    ['a tag has asked for', byTag],
    ['a script of the page has made', byScript],
    ['a bundle of the page has made', byModule],
  ])('comes by one script, for the client that %s', async (_, made) => {
    const { emulator, page } = await scripted(made);

    await bookmark(page);

    await expect.poll(() => drawn(page)).toContain('Whonobody yet');
    expect(await drawn(page)).not.toContain(emulator.keys.web);
    expect(await page.evaluate(() => warned)).toEqual([]);
  });

  it('says on the console, where the script finds no client, what to do', async () => {
    const { page } = await scripted(() => '<script src="/dist/tidings.js"></script>');

    await bookmark(page);

    await expect.poll(() => page.evaluate(() => warned)).toHaveLength(1);
    expect(await page.evaluate(() => warned[0])).toMatch(/^tidings: .*`tidings.startInspector\(client\)`/);
    expect(await page.evaluate(() => document.querySelectorAll('tidings-inspector').length)).toBe(0);
  });

  it('gives way to the one that the page starts itself, with a plan that is read when it is needed', async () => {
    const { page } = await scripted(byTag);
    await bookmark(page);

    await page.evaluate(`(globalThis.own = tidings.startInspector(tidings.client, { plan: {} }), undefined)`);

    await page.waitUntil(() => roots[1]?.textContent.includes('The plan cannot be read: '));
    expect(await page.evaluate(() => document.querySelectorAll('tidings-inspector').length)).toBe(1);
    await page.evaluate('own.close()');
    expect(await page.evaluate(() => document.querySelectorAll('tidings-inspector').length)).toBe(0);
    expect(await page.errors()).toEqual([]);
  });
});
