import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness/harness.js';
import { pageClock, stopTime } from './harness/page-clock.js';
import { createShop } from './shop.js';

const ada = { email: 'ada@example.com' };
const bob = { email: 'bob@example.com' };
/** Gets the token of the user it is asked for, from the shop's own server. */
const getToken = 'getToken: ({ email }) => fetch(`/token?email=${email}`).then((answer) => answer.text())';

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const asked: string[];

inEveryEngine('who the visitor is', (setScene, engine) => {
  it('is kept across loads, until they log out', async () => {
    const { open } = await setScene(createShop());
    const page = await open();
    await page.waitUntil('globalThis.client');
    await page.evaluate((ada: { email: string }) => client.identify(ada), ada);

    await page.reload();
    await page.waitUntil('globalThis.client');
    expect(await page.evaluate(() => client.user)).toEqual(ada);

    await page.evaluate(() => client.reset());
    await page.reload();
    await page.waitUntil('globalThis.client');
    expect(await page.evaluate(() => client.user)).toBeUndefined();
  });

  // What is not on disk cannot outlive the browser. One that is killed has no time to write `localStorage`.
  if (engine.keepsProfile)
    it('is as durable as what they do: kept by a browser that is started again, also when it was killed at once', async () => {
      const shop = createShop();
      const { open, browser } = await setScene(shop);
      const begin = async () => {
        const page = await open();
        await page.waitUntil('globalThis.client');
        return page;
      };
      const killAndBegin = async () => {
        await browser.kill();
        await browser.restart();
        return begin();
      };
      let page = await begin();
      await page.evaluate((bob: { email: string }) => client.identify(bob), bob);
      // Chromium writes what a page keeps in `localStorage` a moment later.
      await page.close();
      await browser.restart();

      page = await begin();
      expect(await page.evaluate(() => client.user)).toEqual(bob);
      await page.evaluate((ada: { email: string }) => client.identify(ada), ada);
      page = await killAndBegin();
      await page.evaluate(() => client.track('of ada'));
      expect(await page.evaluate(() => client.user)).toEqual(ada);
      await expect.poll(shop.arrived).toEqual(['of ada']);
      await page.evaluate(() => client.reset());
      page = await killAndBegin();
      await page.evaluate(() => client.track('of nobody'));
      expect(await page.evaluate(() => client.user)).toBeUndefined();
      await page.evaluate(() => client.consent('denied'));
      page = await killAndBegin();
      await page.evaluate(() => client.track('of one who refuses'));
      expect(await page.evaluate(() => client.consent())).toBe('denied');

      expect(shop.arrived()).toEqual(['of ada']);
      // One whose answer was not heard any more is told again, as the same event of the same user.
      const told = shop.emulator.inspect.requests.map(({ body }) => body as { id: string; email: string });
      expect(new Set(told.map(({ id, email }) => `${id} ${email}`)).size).toBe(1);
      expect(told[0]).toMatchObject(ada);
    });

  it('gets nothing of what was done before, where it is not to be adopted', async () => {
    const shop = createShop();
    const { open } = await setScene(shop);
    const [here, there] = [await open(), await open()];
    await there.waitUntil('globalThis.client');
    await here.waitUntil('globalThis.client');

    for (let round = 0; round < 10; round++) {
      await here.evaluate(async (ada: { email: string }) => {
        void client.reset();
        await Promise.all(Array.from({ length: 5 }, () => client.track('before')));
        await client.identify(ada, { adopt: false });
        await client.track('after');
      }, ada);
      await there.waitUntil('client.user');
    }
    await here.waitUntil('client.flush().then(() => true)');

    expect(new Set(shop.arrived())).toEqual(new Set(['after']));
    expect(await here.evaluate(() => client.stats())).toMatchObject({ dropped: { discarded: 50 } });
  });

  it('of one project is not known to another on the same site, nor is what they did', async () => {
    const first = createShop();
    const second = createShop({ key: 'web', options: getToken });
    const { open } = await setScene({
      pages: { '/': first.pages['/'], '/second': second.pages['/'] },
      service: (request) =>
        request.headers.get('Api-Key') === first.key ? first.service(request) : second.service(request),
    });
    const [here, there] = [await open(), await open('/second')];
    await here.waitUntil('globalThis.client');
    await there.waitUntil('globalThis.client');

    first.goAway();
    await here.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      await client.track('of the first');
    }, ada);
    expect(await there.evaluate(() => client.user)).toBeUndefined();
    await there.evaluate(async (bob: { email: string }) => {
      await client.identify(bob);
      await client.track('of the second');
      await client.flush();
    }, bob);
    first.comeBack();
    await here.reload();

    await expect.poll(first.arrived).toEqual(['of the first']);
    expect(second.arrived()).toEqual(['of the second']);
    await here.waitUntil('globalThis.client');
    expect(await here.evaluate('client.user')).toEqual(ada);
  });
});

inEveryEngine('a token', (setScene) => {
  it('is that of the user at the time of the call, however fast they change', async () => {
    const shop = createShop({ key: 'web', options: getToken });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');

    await page.evaluate(
      async (users: { email: string }[]) => {
        const calls: Promise<void>[] = [];
        for (let round = 0; round < 10; round++) {
          for (const user of users) calls.push(client.identify(user), client.track(`by ${user.email}`));
          void client.reset();
        }
        await Promise.all(calls);
        await client.flush();
      },
      [ada, bob],
    );

    const sent = shop.emulator.inspect.requests.map(({ body, tokenUser, status }) => {
      const { eventName, email } = body as { eventName: string; email: string };
      return eventName === `by ${email}` && tokenUser?.email === email && status === 200;
    });
    expect(sent).toEqual(Array.from({ length: 20 }, () => true));
  });

  it('of another user is never sent; what they did waits, and the page is told', async () => {
    const onlyAda = 'getToken: () => fetch(`/token?email=ada@example.com`).then((answer) => answer.text())';
    const shop = createShop({ key: 'web', options: onlyAda });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');

    await page.evaluate(
      async (ada: { email: string }, bob: { email: string }) => {
        await client.identify(bob);
        await client.track('by bob');
        await client.identify(ada);
        await client.track('by ada');
        await client.flush().catch(() => {}); // The page is told in `errors` too.
      },
      ada,
      bob,
    );

    await expect.poll(shop.arrived).toEqual(['by ada']);
    expect(shop.calls).toHaveLength(1);
    expect(await page.evaluate(() => client.stats())).toEqual({
      waiting: 1,
      delivered: 1,
      deliveredInBackground: 0,
      dropped: {},
      uncertain: 0,
    });
    expect(await page.errors()).toEqual([]);
  });

  it('that the service takes for another user holds their events, and no one else’s', async () => {
    const shop = createShop({ before: pageClock });
    const refused: string[] = [];
    const service = async (request: Request) => {
      const body = await request.clone().text();
      if (!body.includes('bob@example.com')) return shop.service(request);
      refused.push(body);
      const answer = { code: 'JwtUserIdentifiersMismatched', msg: 'The token is of another user' };
      return Response.json(answer, { status: 401 });
    };
    const { open } = await setScene({ ...shop, service });
    const page = await open();
    await page.waitUntil('globalThis.client');
    // So nothing that is held is tried again.
    await stopTime(page);

    await page.evaluate(
      async (ada: { email: string }, bob: { email: string }) => {
        await client.identify(bob);
        await Promise.all([
          client.track('by bob'),
          client.updateCart([]),
          client.updateUser({ plan: 'pro' }),
        ]);
        await client.flush().catch(() => {}); // The page is told in `errors` too.
        await client.identify(ada);
        await client.track('by ada');
        await client.flush().catch(() => {}); // As above.
      },
      ada,
      bob,
    );

    await expect.poll(shop.arrived).toEqual(['by ada']);
    expect(refused.length).toBeLessThanOrEqual(4);
    expect(await page.evaluate(() => client.stats())).toEqual({
      waiting: 3,
      delivered: 1,
      deliveredInBackground: 0,
      dropped: {},
      uncertain: 0,
    });
  });

  it('goes first, on a device on which three hundred others have left something', async () => {
    const options = `getToken({ email }) {
      (globalThis.asked ??= []).push(email);
      if (email === 'ada@example.com') return fetch('/token?email=' + email).then((answer) => answer.text());
    }`;
    const shop = createShop({ options });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');
    await page.evaluate(async (many: number) => {
      for (let index = 0; index < many; index++) {
        await client.identify({ email: `former-${index}@example.com` });
        await client.track('of one before');
      }
    }, 300);
    // The last of them may be asked for again, since the page ends before it has written down that there was none.
    await page.waitUntil('new Set(asked).size === 300');

    await page.reload();
    await page.waitUntil('globalThis.client');
    await page.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      await client.track('mine');
      await client.flush();
    }, ada);
    expect(shop.arrived()).toEqual(['mine']);
    // That there is no token for the others, the page before has found out; eight are asked for at a time.
    expect((await page.evaluate(() => [...new Set(asked)])).length).toBeLessThanOrEqual(1 + 8);
    expect(await page.evaluate('errors')).toEqual([]);
  });
});
