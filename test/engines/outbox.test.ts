import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness/harness.js';
import { advance, laterClock, pageClock } from './harness/page-clock.js';
import { inWords } from './in-words.js';
import { createShop, storedText } from './shop.js';

const ada = { email: 'ada@example.com' };

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const errors: string[];
declare const storedWhenSent: string[];
declare const transactions: unknown[];

/** Keeps what is on the device at the moment of each call. */
const watchSending = `<script>
  globalThis.storedWhenSent = [];
  const stored = ${String(storedText)};
  const sendAndLook = async (...call) => {
    storedWhenSent.push(await stored());
    return fetch(...call);
  };
</script>`;

/** Keeps the transaction of each row that is written. */
const watchWriting = `<script>
  globalThis.transactions = [];
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...row) {
    transactions.push(this.transaction);
    return put.apply(this, row);
  };
</script>`;

inEveryEngine('what is recorded', (setScene, engine) => {
  it('is on the device before it is sent, and no longer once the service has it', async () => {
    const shop = createShop({ before: watchSending, options: 'fetch: sendAndLook' });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');

    await page.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      await client.track('product-viewed');
      await client.flush();
    }, ada);

    expect(shop.arrived()).toEqual(['product-viewed']);
    const [whenSent, ...others] = await page.evaluate(() => storedWhenSent);
    expect(whenSent).toContain('product-viewed');
    expect(others).toEqual([]);
    expect(await page.evaluate(storedText)).not.toContain('product-viewed');
  });

  it('is refused where it has more levels than a device gives back, and else sent', async () => {
    const shop = createShop();
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');

    const refusal = await page.evaluate(async (ada: { email: string }) => {
      const nested = (levels: number) =>
        ({ list: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) }) as Record<string, unknown>;
      await client.identify(ada);
      await client.track('deep', nested(490));
      return client.track('too deep', nested(510)).catch((error: unknown) => (error as Error).name);
    }, ada);

    expect(refusal).toBe('OptionError');
    // What this service thinks of such data is its own affair.
    const sent = () => JSON.stringify(shop.emulator.inspect.requests.map(({ body }) => body));
    await expect.poll(sent).toContain('['.repeat(490));
  });

  it('in one task is written in one transaction', async () => {
    const shop = createShop({ before: watchWriting });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');

    const count = await page.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      transactions.length = 0;
      await Promise.all(Array.from({ length: 15 }, (_, index) => client.track(`view-${index}`)));
      return new Set(transactions.slice(0, 15)).size;
    }, ada);

    expect(count).toBe(1);
    await expect.poll(() => shop.arrived().length).toBe(15);
  });

  it('arrives whatever its kind, and what changes a state in the order it happened', async () => {
    const options = 'getToken: ({ email }) => fetch(`/token?email=${email}`).then((answer) => answer.text())';
    const shop = createShop({ key: 'web', options });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');

    await page.evaluate(async (ada: { email: string }) => {
      const items = [{ id: 'A1', name: 'Mug', price: 12, quantity: 1 }];
      await client.identify(ada, { dataFields: { plan: 'free' } });
      await Promise.all([
        client.track('product-viewed'),
        client.updateCart(items),
        client.purchase({ items, total: 12 }),
        client.updateUser({ plan: 'pro' }),
        client.updateSubscriptions({ unsubscribedChannelIds: [] }),
      ]);
      await client.flush();
    }, ada);

    const routes = shop.emulator.inspect.requests.map(({ route }) => route.replace('POST /api/', ''));
    expect(routes.filter((route) => route !== 'events/track')).toEqual([
      'users/update',
      'commerce/updateCart',
      'commerce/trackPurchase',
      'users/update',
      'users/updateSubscriptions',
    ]);
    expect(shop.arrived()).toEqual(['product-viewed']);
    expect(shop.emulator.inspect.person(ada)?.dataFields).toMatchObject({ plan: 'pro' });
    expect(await page.errors()).toEqual([]);
  });

  it('arrives without trouble when large events follow each other', async () => {
    const shop = createShop();
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');

    await page.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      for (let index = 0; index < 8; index++) await client.track('large', { text: 'x'.repeat(50_000) });
      await client.flush();
    }, ada);

    expect(shop.calls).toHaveLength(8);
    expect(await page.evaluate(() => errors)).toEqual([]);
  });

  it('is sent again under its id when its page died before the answer, and counts once', async () => {
    const shop = createShop({ before: laterClock });
    const { open } = await setScene(shop);
    const page = await open('/', { isNew: true });
    await page.waitUntil('globalThis.client');
    const letGo = shop.hold();
    await page.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      await client.track('trial-started');
      await client.purchase({ items: [], total: 7 });
    }, ada);
    await expect.poll(() => shop.calls.length).toBe(2);

    await page.kill();
    letGo();
    const next = await open('/?later');
    await next.waitUntil('globalThis.client');
    await next.waitUntil(() => client.stats().then(({ waiting }) => !waiting));

    expect(shop.calls.length).toBe(4);
    expect(shop.arrived()).toEqual(['trial-started']);
    expect(shop.emulator.inspect.events('purchase')).toMatchObject([{ fields: { total: 7 } }]);
  });

  it('waits out a proxy that answers in place of the service, whatever it says', async () => {
    const shop = createShop({ before: pageClock });
    const statuses = [400, 403, 404, 405, 413, 451];
    const proxied = async (request: Request) => {
      const status = statuses.shift();
      return status ? new Response('<h1>No</h1>', { status }) : shop.service(request);
    };
    const { open } = await setScene({ ...shop, service: proxied });
    const page = await open();
    await page.waitUntil('globalThis.client');
    await page.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      await client.purchase({ items: [], total: 7 });
    }, ada);

    await expect
      .poll(async () => {
        await advance(page, 60_000);
        return page.evaluate(() => client.stats());
      })
      .toEqual({ waiting: 0, delivered: 1, deliveredInBackground: 0, dropped: {}, uncertain: 0 });

    expect(statuses).toEqual([]);
    expect(shop.emulator.inspect.events('purchase')).toMatchObject([{ fields: { total: 7 } }]);
  });

  it('waits where a log-in stands before the relay, and its page hears of the redirect', async () => {
    const start = `<script type="module">
      import { createClient } from 'tidings';
      globalThis.client = createClient({ relay: '/tidings' });
      globalThis.errors = [];
      client.on('error', ({ cause }) => errors.push(cause.name + ': ' + cause.message));
    </script>`;
    const { open } = await setScene({
      pages: { '/': start },
      service: () => new Response(null, { status: 302, headers: { Location: '/log-in' } }),
    });
    const page = await open();
    await page.waitUntil('globalThis.client');

    await page.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      await client.track('seen');
    }, ada);

    await page.waitUntil('errors.length');
    expect(inWords(await page.evaluate(() => errors[0] ?? ''))).toBe(
      'TypeError: A redirect could carry the key away',
    );
    expect(await page.evaluate(() => client.stats())).toMatchObject({ waiting: 1, dropped: {} });
  });

  // What is not on disk cannot outlive the browser.
  if (engine.keepsProfile)
    it('survives the death of the browser', async () => {
      const shop = createShop();
      const { open, browser } = await setScene(shop);
      const page = await open();
      await page.waitUntil('globalThis.client');
      shop.goAway();
      const names = Array.from({ length: 30 }, (_, index) => `view-${index}`);
      await page.evaluate(
        async (ada: { email: string }, names: string[]) => {
          await client.identify(ada);
          await Promise.all(names.map((name) => client.track(name)));
        },
        ada,
        names,
      );

      await browser.kill();
      shop.comeBack();
      await browser.restart();
      await open();

      await expect.poll(() => shop.arrived().sort()).toEqual(names.sort());
    });
});
