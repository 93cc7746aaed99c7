import { expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../src/index.js';
import type { Page } from './harness/engine.js';
import { inEveryEngine } from './harness/harness.js';
import { advance, laterClock, pageClock, stopTime, type PageClock } from './harness/page-clock.js';
import { shareOf } from './harness/share.js';
import { createShop } from './shop.js';
import { createSite } from './harness/site.js';

const ada = { email: 'ada@example.com' };

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const troubles: string[];
declare const clock: PageClock;

/** A shop, whose service may be of another origin: each of its calls then needs a preflight. */
async function shopWithService({ isForeign = false, options = '', before = '' }) {
  const service = createShop();
  const foreign = await createSite({ service: service.service, pages: {} });
  onTestFinished(() => foreign.close());
  const shop = createShop({
    options,
    before: laterClock + pageClock + before,
    ...(isForeign && { baseUrl: `'${foreign.url}'` }),
  });
  return isForeign ? { ...service, pages: shop.pages } : shop;
}

async function identify(page: Page) {
  await page.waitUntil('globalThis.client');
  await page.evaluate(async (ada: { email: string }) => {
    await client.identify(ada);
    await client.flush();
  }, ada);
}

/**
 * Visits the site again, when nothing waits any more for what its last page may have sent, and holds that all events
 * arrive, once.
 */
async function visitAgain(page: Page, url: string, arrived: () => string[], names: string[]) {
  await page.goto(`${url}/?later`);
  await page.waitUntil('globalThis.client');
  await expect.poll(() => new Set(arrived())).toEqual(new Set(names));
  // What it counts says more than that it waits, should it ever wait in vain.
  await expect.poll(() => page.evaluate(() => client.stats())).toMatchObject({ waiting: 0 });
  expect(arrived().sort()).toEqual(names.sort());
}

const origins = [
  ['the same origin', false],
  ['another origin', true],
] as const;

/** After how many answers of its device a page ends, from the first to the last of what takes four events in. */
const ANSWERS = Array.from({ length: 12 }, (_, index) => index);

inEveryEngine('a page that ends', (setScene, engine) => {
  it.each(origins)('sends what waits when it is hidden, to %s', async (_, isForeign) => {
    // Recorded at the last moment, and time stands still: nothing but the end of the page can send it.
    const before = `<script>
      document.addEventListener('visibilitychange', () => document.hidden && client.track('left'));
      globalThis.keptAlive = [];
      const sendAndLook = (...call) => {
        keptAlive.push(new Request(...call).keepalive);
        return fetch(...call);
      };
    </script>`;
    const shop = await shopWithService({ isForeign, before, options: 'fetch: sendAndLook' });
    const { open } = await setScene(shop);
    const page = await open();
    await identify(page);
    await stopTime(page);

    await page.hide();

    await expect.poll(shop.arrived).toEqual(['left']);
    expect(await page.evaluate('keptAlive.at(-1)')).toBe(true);
  });

  it('sends what waits also where other scripts have taken all the room for what outlives a page', async () => {
    const before = `<script>
      globalThis.troubles = [];
      const fillRoom = () => void fetch('/hanging', { method: 'POST', body: 'x'.repeat(65_530), keepalive: true });
    </script>`;
    const shop = await shopWithService({ before });
    const hanging = new Promise<never>(() => {});
    const { open } = await setScene({
      ...shop,
      service: (request) => (new URL(request.url).pathname === '/hanging' ? hanging : shop.service(request)),
    });
    const page = await open();
    await identify(page);
    await page.evaluate(() => client.on('error', (error) => troubles.push(String(error))));
    await page.evaluate('fillRoom()');

    await page.hide();
    await page.evaluate(() => client.track('hidden'));

    await expect.poll(shop.arrived).toEqual(['hidden']);
    expect(await page.evaluate(() => troubles)).toEqual([]);
  });

  it.each(origins)(
    'loses nothing that was recorded in the task of leaving by a link, to %s',
    async (_, isForeign) => {
      const shop = await shopWithService({ isForeign });
      const { open, site } = await setScene(shop);
      const page = await open();
      await identify(page);
      await page.evaluate(() =>
        document.querySelector('a')?.addEventListener('click', () => void client.track('clicked')),
      );

      await page.click('a');
      await page.waitUntil("location.pathname === '/away'");

      await visitAgain(page, site.url, shop.arrived, ['clicked']);
    },
  );

  it.each(origins)(
    'loses nothing that was recorded in the task of leaving by script, to %s',
    async (_, isForeign) => {
      const shop = await shopWithService({ isForeign });
      const { open, site } = await setScene(shop);
      const page = await open();
      await identify(page);
      await page.evaluate(() =>
        addEventListener('click', (event) => {
          event.preventDefault();
          void client.track('left');
          location.href = '/away?by-script';
        }),
      );

      await page.click('a');
      await page.waitUntil("location.pathname === '/away'");

      await visitAgain(page, site.url, shop.arrived, ['left']);
    },
  );

  it.each([
    ['as fast as it is', ''],
    ['never', 'void'],
  ])(
    'loses nothing that is recorded in its first task, which leaves it, where its device opens %s',
    async (_, open) => {
      // On the way, a page takes in what the one before it said, and is left itself.
      const before = `<script>
      const { open } = IDBFactory.prototype;
      if (location.search === '?first') {
        if ('${open}') IDBFactory.prototype.open = (...named) => Object.defineProperty(open.apply(indexedDB, named), 'onsuccess', { set() {} });
        document.addEventListener('DOMContentLoaded', () => {
          const items = [{ id: 'mug', name: 'Mug', price: 12, quantity: 1 }];
          const nth = Number(localStorage.getItem('nth')) + 1;
          localStorage.setItem('nth', nth);
          void client.track('first ' + nth);
          void client.purchase({ items, total: nth });
          location.href = '/away';
        });
      }
    </script>`;
      const shop = await shopWithService({ before });
      const { open: openAt, site } = await setScene(shop);
      const page = await openAt();
      await identify(page);

      for (const nth of [1, 2, 3]) {
        await page.goto(`${site.url}/?first`);
        await page.waitUntil(`location.pathname === '/away' && localStorage.getItem('nth') === '${nth}'`);
      }

      await visitAgain(page, site.url, shop.arrived, ['first 1', 'first 2', 'first 3']);
      const orders = shop.emulator.inspect.events('purchase').map(({ fields }) => fields['total']);
      expect(orders).toEqual([1, 2, 3]);
    },
  );

  it('lets nobody else have what it recorded for nobody, once it said whose it is', async () => {
    // All in the first task, and the device never opens.
    const before = `<script>
      const { open } = IDBFactory.prototype;
      if (location.search === '?first') {
        IDBFactory.prototype.open = (...named) => Object.defineProperty(open.apply(indexedDB, named), 'onsuccess', { set() {} });
        document.addEventListener('DOMContentLoaded', () => {
          void client.track('theirs');
          void client.identify({ email: 'ada@example.com' });
          client.reset();
          location.href = '/away';
        });
      }
    </script>`;
    const shop = await shopWithService({ before });
    const { open, site } = await setScene(shop);
    const page = await open('/away');

    await page.goto(`${site.url}/?first`);
    await page.waitUntil(`location.pathname === '/away'`);
    await page.goto(`${site.url}/?next`);
    await page.waitUntil('globalThis.client');
    await page.evaluate(() => client.identify({ email: 'bob@example.com' }));

    await expect.poll(shop.arrived).toEqual(['theirs']);
    expect(shop.emulator.inspect.events('customEvent')).toMatchObject([ada]);
  });

  it.each(['visibilitychange', 'pagehide'])(
    'loses nothing that was recorded at its `%s`, on the way to another',
    async (type) => {
      // Before the client's own script, and after it.
      const before = `<script>
        const last = (name) => addEventListener('${type}', () => client.track(name), true);
        last('first to hear');
        addEventListener('load', () => last('last to hear'));
      </script>`;
      const shop = await shopWithService({ before });
      const { open, site } = await setScene(shop);
      const page = await open();
      await identify(page);

      await page.goto(`${site.url}/away`);

      await visitAgain(page, site.url, shop.arrived, ['first to hear', 'last to hear']);
    },
  );

  it.each(origins)('loses nothing that was recorded as it is closed, to %s', async (_, isForeign) => {
    const shop = await shopWithService({ isForeign });
    const { open, site } = await setScene(shop);
    const [page, next] = [await open(), await open('/away')];
    await identify(page);
    await page.evaluate(() => client.track('last'));

    await page.close();

    await visitAgain(next, site.url, shop.arrived, ['last']);
  });

  it('sends no more than a browser lets out, smallest first, and the rest at the next visit', async () => {
    const before = `<script>
      globalThis.sent = [];
      const sendAndLook = (...call) => {
        sent.push(JSON.parse(call[1].body).eventName);
        return fetch(...call);
      };
      document.addEventListener('visibilitychange', () => {
        if (!document.hidden || globalThis.hasLeft) return;
        globalThis.hasLeft = true;
        client.track('large', { text: 'x'.repeat(59_000) });
        for (let index = 0; index < 15; index++) client.track('small', { index });
      });
    </script>`;
    const shop = await shopWithService({ before, options: 'fetch: sendAndLook' });
    const { open, site } = await setScene(shop);
    const page = await open();
    await identify(page);
    await stopTime(page);
    const letGo = shop.hold();

    await page.hide();
    await page.waitUntil('sent.length');
    await page.evaluate(() => client.stats()); // Whatever it takes to send now, it has taken by then.
    expect(await page.evaluate('sent')).toEqual(Array.from({ length: 12 }, () => 'small'));
    letGo();
    await page.show();

    const all = ['large', ...Array.from({ length: 15 }, () => 'small')];
    await visitAgain(page, site.url, shop.arrived, all);
  });

  it('lets no later cart overtake the one on its way, whose call the browser ends as the visitor goes', async () => {
    const standing = '<script>if (location.search === "?next") clock.stop()</script>';
    const shop = createShop({ before: pageClock + standing });
    const carts: unknown[] = [];
    const { open, site } = await setScene({
      ...shop,
      async service(request) {
        if (!request.url.endsWith('/updateCart')) return shop.service(request);
        const { items } = (await request.clone().json()) as { items: { id: string }[] };
        carts.push(items[0]?.id);
        // The service takes its time, also for a call whose page is gone.
        return carts.length > 1 ? shop.service(request) : new Promise(() => {});
      },
    });
    const page = await open();
    await identify(page);
    await page.evaluate(() => client.updateCart([{ id: 'older', name: 'Mug', price: 12, quantity: 1 }]));
    await expect.poll(() => carts).toEqual(['older']);

    await page.goto(`${site.url}/?next`);
    await page.waitUntil('globalThis.client');
    await page.evaluate(async () => {
      await client.updateCart([{ id: 'newer', name: 'Mug', price: 12, quantity: 1 }]);
      await client.track('afterwards');
      void client.flush().catch(() => {});
    });

    await expect.poll(shop.arrived).toEqual(['afterwards']);
    expect(carts).toEqual(['older']);
    await page.evaluate(() => clock.start());
    await advance(page, 6_000);
    await expect.poll(() => carts.at(-1)).toBe('newer');
  });

  it('begins nothing on the device once it is left, of which a browser might keep a part', async () => {
    // `?last` has one more transaction once it says so, so what it records is not put in line. `?late` hears that its
    // device is open only when it is left.
    const before = `<script>
      const { transaction } = IDBDatabase.prototype;
      let left = Infinity;
      globalThis.haveOneMore = () => (left = 1);
      IDBDatabase.prototype.transaction = function (...wanted) {
        if (left-- <= 0) throw new Error('No more');
        return transaction.apply(this, wanted);
      };
      const { get } = IDBObjectStore.prototype;
      const { open } = IDBFactory.prototype;
      if (location.search === '?late') IDBFactory.prototype.open = function (...named) {
        const request = open.apply(this, named);
        let tell;
        Object.defineProperty(request, 'onsuccess', { set: (listener) => (tell = listener) });
        request.addEventListener('success', () => (globalThis.isOpen = true));
        addEventListener('pageshow', () => addEventListener('pagehide', () => tell()));
        IDBObjectStore.prototype.get = function (key) {
          localStorage.setItem('begun', key);
          return get.call(this, key);
        };
        return request;
      };
    </script>`;
    const shop = createShop({ before });
    const { open, site } = await setScene(shop);
    const page = await open('/?last');
    await identify(page);
    await page.evaluate(async () => {
      (globalThis as unknown as { haveOneMore: () => void }).haveOneMore();
      await Promise.all([client.track('seen'), client.updateUser({ plan: 'pro' })]);
    });

    await page.goto(`${site.url}/?late`);
    await page.waitUntil('globalThis.isOpen');
    await page.goto(site.url);
    await page.waitUntil('globalThis.client');
    await page.evaluate(() => client.flush({ timeout: 60_000 }));

    expect(await page.evaluate(() => localStorage.getItem('begun'))).toBeNull();
    expect(await page.evaluate(() => client.stats())).toMatchObject({ waiting: 0 });
    expect(shop.arrived()).toEqual(['seen']);
    expect(shop.emulator.inspect.person(ada)?.dataFields).toMatchObject({ plan: 'pro' });
  });

  it.each(shareOf(engine, ANSWERS))(
    'loses nothing, and counts right, where the device keeps what was asked of it in %i answers',
    async (answers) => {
      // As where a page ends while its device answers: it asks no more, and what it has asked for until then is kept.
      const before = `<script>
        let left = Infinity;
        globalThis.hearOnly = (answers) => (left = answers);
        for (const name of ['get', 'getAll', 'openCursor']) {
          const ask = IDBObjectStore.prototype[name];
          IDBObjectStore.prototype[name] = function (...asked) {
            if (left-- > 0) return ask.apply(this, asked);
            this.transaction.addEventListener('complete', () => (globalThis.isDeaf = true));
            return new EventTarget();
          };
        }
      </script>`;
      const shop = createShop({ before });
      const { open, site } = await setScene(shop);
      const page = await open();
      await identify(page);
      await page.evaluate(async (answers: number) => {
        (globalThis as unknown as { hearOnly: (answers: number) => void }).hearOnly(answers);
        const items = [{ id: 'mug', name: 'Mug', price: 12, quantity: 1 }];
        const profile = [{ plan: 'pro' }, { city: 'Bern' }].map((fields) => client.updateUser(fields));
        await Promise.all([client.track('seen'), client.updateCart(items), ...profile, client.track('left')]);
      }, answers);
      await page.waitUntil('globalThis.isDeaf');

      await page.goto(site.url);
      await page.waitUntil('globalThis.client');
      await page.evaluate(() => client.track('back'));
      await page.evaluate(() => client.flush({ timeout: 60_000 }));

      expect(shop.arrived().sort()).toEqual(['back', 'left', 'seen']);
      expect(shop.emulator.inspect.person(ada)?.dataFields).toMatchObject({
        ...{ plan: 'pro', city: 'Bern' },
        shoppingCartItems: [{ id: 'mug' }],
      });
      const { waiting, dropped } = await page.evaluate(() => client.stats());
      expect({ waiting, dropped }).toEqual({ waiting: 0, dropped: {} });
    },
  );
});

// Firefox ends the process of a tab that is closed, and keeps nothing of what is said then, not even a cookie.
inEveryEngine(
  'tabs that are closed together',
  (setScene) => {
    it('lose nothing that they record at that moment', async () => {
      // Not sent as the page is left, as a custom event is.
      const before = `<script>
        addEventListener('pagehide', () => {
          const items = [{ id: 'mug', name: 'Mug', price: 12, quantity: 1 }];
          for (let nth = 1; nth <= 8; nth++)
            void client.purchase({ items, total: 10 * Number(location.search.slice(1)) + nth });
        });
      </script>`;
      const shop = await shopWithService({ before });
      const { open, site } = await setScene(shop);
      const next = await open('/away');
      const nths = ['1', '2', '3'];
      const tabs = await Promise.all(nths.map((nth) => open(`/?${nth}`)));
      for (const tab of tabs) await identify(tab);

      await Promise.all(tabs.map((tab) => tab.close()));

      const names = nths.flatMap((tab) => Array.from({ length: 8 }, (_, nth) => `${tab}${nth + 1}`));
      const purchases = () =>
        shop.emulator.inspect.events('purchase').map(({ fields }) => String(fields['total']));
      await visitAgain(next, site.url, purchases, names);
    });
  },
  { only: ['chromium', 'webkit'] },
);
