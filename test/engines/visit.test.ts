import { expect, it } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import type { Client } from '../../src/index.js';
import type { Page } from './harness/engine.js';
import { inEveryEngine } from './harness/harness.js';

const user = { email: 'ada@example.com' };

/** A page that starts a client and leaves it where a test can reach it. */
const html = (apiKey: string) => `<title>Shop</title><main>A shop</main>
  <script type="module">
    import { createClient } from 'tidings';
    globalThis.client = createClient({ apiKey: '${apiKey}', baseUrl: location.origin });
  </script>`;

/** The page's own names, for functions that run in it. */
declare const client: Client;

/** A shop over a service, which can be told to refuse everything for a while. */
function shop() {
  const { fetch, inspect, keys } = createEmulator();
  let isAway = false;
  const service = (request: Request) => (isAway ? new Response('', { status: 503 }) : fetch(request));
  return {
    pages: { '/': html(keys.javascript) },
    service,
    key: keys.javascript,
    arrived: () => inspect.events('customEvent').map(({ fields, email }) => [fields['eventName'], email]),
    goAway: () => (isAway = true),
    comeBack: () => (isAway = false),
  };
}

/** Tracks an event that the service does not take, since it has gone away. */
async function trackInVain(page: Page, goAway: () => void) {
  await page.waitUntil('globalThis.client');
  goAway();
  await page.evaluate(async (user: { email: string }) => {
    await client.identify(user);
    await client.track('trial-started');
  }, user);
}

inEveryEngine('a visit', (setScene) => {
  it('sends what was tracked', async () => {
    const { arrived, ...site } = shop();
    const { open } = await setScene(site);
    const page = await open();
    await page.waitUntil('globalThis.client');

    await page.evaluate(async (user: { email: string }) => {
      await client.identify(user, { dataFields: { plan: 'pro' } });
      await client.track('product-viewed', { sku: 'A1' });
      await client.flush();
    }, user);

    expect(arrived()).toEqual([['product-viewed', user.email]]);
    expect(await page.errors()).toEqual([]);
  });

  it('that ends too early is made up for by the next: the event arrives after a reload', async () => {
    const { arrived, goAway, comeBack, ...site } = shop();
    const { open } = await setScene(site);
    const page = await open();
    await trackInVain(page, goAway);
    expect(arrived()).toEqual([]);

    comeBack();
    await page.reload();

    await expect.poll(arrived).toEqual([['trial-started', user.email]]);
  });

  it('that ends by the death of the page is made up for too', async () => {
    const { arrived, goAway, comeBack, ...site } = shop();
    const { open } = await setScene(site);
    const page = await open('/', { isNew: true });
    await trackInVain(page, goAway);
    await page.kill();

    comeBack();
    await open();

    await expect.poll(arrived).toEqual([['trial-started', user.email]]);
  });

  it('through the one script does the same', async () => {
    const { arrived, service, key } = shop();
    const scripted = `<script src="/dist/tidings.js"></script>
      <script>globalThis.client = tidings.createClient({ apiKey: '${key}', baseUrl: location.origin });</script>`;
    const { open } = await setScene({ pages: { '/': scripted }, service });
    const page = await open();

    await page.evaluate(async (user: { email: string }) => {
      await client.identify(user);
      await client.track('product-viewed');
      await client.flush();
    }, user);

    expect(arrived()).toEqual([['product-viewed', user.email]]);
    expect(await page.errors()).toEqual([]);
  });
});
