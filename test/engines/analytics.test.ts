import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness/harness.js';
import { createVisitor } from './visitor.js';

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const unhandled: string[];
declare const ends: string[];

const watching = `<script>
  globalThis.unhandled = [];
  addEventListener('unhandledrejection', ({ reason }) => unhandled.push(String(reason)));
</script>`;

/** A page that records what its visitor sees, and the events that have arrived. */
async function setup(script = '') {
  const visitor = await createVisitor();
  const page = visitor.pageOf({
    head: watching,
    body: 'A shop',
    name: 'startContext, startPageViews, startInApp, startEmbedded, updateEmail',
    script: `startContext(client, { page: true, session: true, device: true }); ${script}`,
  });
  const { emulator, service } = visitor;
  const arrived = () => emulator.inspect.events('customEvent').map(({ fields }) => fields);
  return { pages: { '/': page, '/next': page, '/router': page, '/away': 'Away' }, service, arrived };
}

inEveryEngine('analytics', (setScene) => {
  it('records the page, what a router shows, and the way back, each once', async () => {
    const { arrived, ...site } = await setup('startPageViews(client);');
    const { open, site: place } = await setScene(site);
    const page = await open();
    const views = () => arrived().filter(({ eventName }) => eventName === 'page-viewed');
    const seen = async () => {
      await page.evaluate(() => client.flush()).catch(() => undefined);
      return views().length;
    };
    await page.waitUntil('globalThis.isReady');
    await page.evaluate(() => history.pushState({}, '', '/router'));
    await expect.poll(seen).toBe(2);
    await page.evaluate(() => history.replaceState({ scroll: 1 }, '', '/router'));
    await page.goto(`${place.url}/away`);
    // As it was left, or anew: a browser need not keep a page that is still telling of something.
    await page.back();
    await page.waitUntil('globalThis.isReady');
    await expect.poll(seen).toBeGreaterThan(2);

    // They are on their way beside each other.
    const paths = views().map(({ pagePath }) => pagePath);
    expect(paths.sort()).toEqual(['/', '/router', '/router']);
    expect(
      new Set(arrived().map(({ sessionId, deviceId }) => `${String(sessionId)} ${String(deviceId)}`)).size,
    ).toBe(1);
  });

  it('tells of the delivery of one event, also where another tab sends it', async () => {
    const { arrived, ...site } = await setup();
    const service = async (request: Request) =>
      (await request.clone().text()).includes('"refused"')
        ? Response.json({ code: 'BadParams', msg: 'no' }, { status: 400 })
        : site.service(request);
    const { open } = await setScene({ ...site, service });
    const [first, second] = [await open(), await open('/next')];
    for (const page of [first, second]) await page.waitUntil('globalThis.isReady');
    // It has what speaks to the service.
    await second.evaluate(() => client.flush());
    await first.evaluate(async () => {
      Object.assign(globalThis, { ends: [] });
      // From here on it is never this tab's turn: another one has to send.
      const refuse = async (_: string, __: object, answer: (lock: null) => unknown) => answer(null);
      Object.assign(navigator.locks, { request: refuse });
      const { delivered } = client.track('followed');
      delivered.then(
        () => ends.push('delivered'),
        (error: unknown) => ends.push(String(error)),
      );
      client.track('refused').delivered.catch((error: unknown) => {
        const { name, status, code } = (error as { cause: Partial<Record<string, string>> }).cause;
        ends.push([name, status, code].join(' '));
      });
      await client.track('after');
    });

    await expect.poll(() => arrived().map(({ eventName }) => eventName)).toContain('followed');
    await expect
      .poll(() => first.evaluate(() => ends.sort()))
      .toEqual(['ApiError 400 BadParams', 'delivered']);
  });

  it('leaves no rejection unhandled, whatever nobody waits for', async () => {
    const { arrived: _, ...site } = await setup(`
      const inApp = startInApp(client);
      const embedded = startEmbedded(client);
      const bad = [undefined, null, '', 7, {}, []];
      for (const value of bad) {
        for (const call of ['track', 'updateCart', 'purchase', 'updateUser', 'updateSubscriptions', 'identify', 'flush']) {
          client[call](value);
        }
        updateEmail(client, value);
        inApp.show(value); inApp.inbox.read(value); inApp.inbox.remove(value); inApp.inbox.open(value);
      }
      globalThis.fetch = () => Promise.reject(new TypeError('gone'));
      client.flush(); inApp.refresh(); embedded.refresh(); client.stats(); client.reset();
      client.close();
      client.track('closed');
    `);
    const { open } = await setScene(site);
    const page = await open('/?alone');
    await page.waitUntil('globalThis.isReady');
    // What is left unhandled is told once the task is over.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));

    expect(await page.evaluate(() => unhandled)).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });
});
