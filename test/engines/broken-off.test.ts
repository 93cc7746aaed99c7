import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness/harness.js';
import { createShop } from './shop.js';

/** The page's own name, for functions that run in it. */
declare const client: Client;

const said = ['a', 'b', 'c'];

/** What it says stands nowhere until it is left, and is then slow at something. */
const slowAt = (what: string) => `<script>
  if (!location.search) IDBFactory.prototype.open = () => new EventTarget();
  function dawdle() {
    const end = performance.now() + 100;
    while (performance.now() < end);
  }
  ${what}
</script>`;

const hearing = `globalThis.Promise = class extends Promise {
    constructor(...made) {
      super(...made);
      if (globalThis.event?.type === 'pagehide') dawdle();
    }
  };`;

const writing = `const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    setItem.call(this, key, value);
    if (key.includes(' last ')) dawdle();
  };`;

inEveryEngine('a page that a browser breaks off as it is left', (setScene) => {
  // Firefox does so where the page's process ends with it: what runs by then ends there, and the next listener runs.
  it.each([
    ['it hears of that', hearing],
    ['it writes', writing],
  ])('leaves all of its last words, where it is slow while %s', async (_, what) => {
    const shop = createShop({ before: slowAt(what) });
    const { browser, site } = await setScene(shop);
    const page = await browser.open(site.url, { isNew: true });
    await page.waitUntil('globalThis.client');
    await page.evaluate((said: string[]) => {
      void client.identify({ email: 'ada@example.com' });
      said.forEach((name) => void client.track(name));
    }, said);

    await page.close();

    // The browser may say so before the page has ended.
    const next = await browser.open(`${site.url}/away`, { isNew: true });
    await next.waitUntil(`Object.keys(localStorage).filter((key) => key.includes(' last ')).length === 3`);
    await next.goto(`${site.url}/?later`);
    await expect.poll(() => new Set(shop.arrived())).toEqual(new Set(said));
  });
});
