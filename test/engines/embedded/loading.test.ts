import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { createPlacementShop, listed } from './placement-shop.js';

const DIST = join(import.meta.dirname, '../../../dist');
const FILE = /^\/apart\/(tidings[^/]*\.js)$/;

/** A placement shop whose script, and what that gets later, comes as `serve` lets it. */
async function createShopApart(serve: (name: string) => Promise<Response | undefined>) {
  const body = '<tidings-placement placement-id="1"><p slot="error">Not now</p></tidings-placement>';
  const shop = await createPlacementShop([{}], { body, isScripted: true });
  const html = shop.pages['/'].html.replace('/dist/tidings.js', '/apart/tidings.js');
  return {
    ...shop,
    pages: { '/': html },
    async service(request: Request) {
      const [, name] = FILE.exec(new URL(request.url).pathname) ?? [];
      if (!name) return shop.service(request);
      const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };
      return (await serve(name)) ?? new Response(await readFile(join(DIST, name), 'utf8'), { headers });
    },
  };
}

inEveryEngine('what embedded messages are shown with', (setScene) => {
  it('is on its way together with what speaks to the service', async () => {
    const names = new Set<string>();
    let letGo = () => {};
    const areAllAsked = new Promise<void>((resolve) => (letGo = resolve));
    const shop = await createShopApart(async (name) => {
      names.add(name.replace(/^tidings-?(\w*).*/, '$1'));
      if (names.has('placement') && names.has('speaking')) letGo();
      // Neither comes before both were asked for.
      if (/placement|speaking/.test(name)) await areAllAsked;
      return undefined;
    });
    const { open } = await setScene(shop);
    const page = await open();

    await listed(page, 1);

    expect([...names].sort()).toEqual(['', 'placement', 'speaking']);
  });

  it('is asked for again when the device has a network again', async () => {
    let isThere = false;
    const shop = await createShopApart(async (name) =>
      isThere || !name.includes('placement') ? undefined : new Response('', { status: 503 }),
    );
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil(
      () => document.querySelector<HTMLElement>('tidings-placement > p')?.getBoundingClientRect().height,
    );

    isThere = true;
    await page.evaluate("void dispatchEvent(new Event('online'))");

    await listed(page, 1);
  });

  it('asks for nothing, on a page that was loaded ahead, before that is opened', async () => {
    const head = `${pageClock}<script>
      Object.defineProperty(document, 'prerendering', { get: () => !globalThis.isOpened });
    </script>`;
    const { queries, ...shop } = await createPlacementShop([{}], { head });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.isReady');
    // More than what it waits for to ask for all placements together.
    await advance(page, 5_000);
    expect(queries).toEqual([]);

    await page.evaluate(`globalThis.isOpened = document.dispatchEvent(new Event('prerenderingchange'))`);

    await listed(page, 1);
    expect(queries).toHaveLength(1);
  });
});
