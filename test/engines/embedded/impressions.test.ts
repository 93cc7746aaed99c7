import { expect, it } from 'vitest';
import type { SeenDetail } from '../../../src/index.js';
import type { Page } from '../harness/engine.js';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock, type PageClock } from '../harness/page-clock.js';
import { openImpressions, pass } from './impression-page.js';
import { createPlacementShop, listed, type PlacementShopOptions, type Sent } from './placement-shop.js';

/** The page's own names, for functions that run in it. */
declare const client: { user?: object; reset(): void; flush(): Promise<void> };
declare const clock: PageClock;
declare const embedded: {
  refresh(): Promise<void>;
  visible(message: object, element: Element): () => void;
  click(message: object, buttonId: string): Promise<void>;
  messages(placementId: number): object[];
};

/** How long a message must be in view to count as seen, in milliseconds. */
const SEEN = 200;

const below = `<style>.room { height: 3000px }</style><div class="room"></div>
  <tidings-placement placement-id="1"></tidings-placement><div class="room"></div>`;

const scrollUp = (page: Page) => page.evaluate(() => scrollTo({ top: 0 }));
const scrollToMessage = (page: Page) =>
  page.evaluate(() => document.querySelector('tidings-placement')?.scrollIntoView({ block: 'center' }));

inEveryEngine('what is seen of embedded messages', (setScene) => {
  const setup = (messages: Sent[], options?: PlacementShopOptions) =>
    openImpressions(setScene, messages, options);

  it('is counted each time that a message comes into view, and for how long', async () => {
    const { page, shop, impressions, sessions } = await setup([{}], { body: below });
    await pass(page, 1_000);
    const began = await page.evaluate(() => Date.now());
    for (const time of [500, 1_000]) {
      await scrollToMessage(page);
      await pass(page, time);
      await scrollUp(page);
      await pass(page, 500);
    }

    await page.hide();

    await expect
      .poll(impressions)
      .toMatchObject([{ messageId: shop.ids()[0], placementId: 1, displayCount: 2, displayDuration: 1.5 }]);
    expect(await sessions()).toMatchObject([{ start: began, end: began + 2_500 }]);
  });

  it('is told to the page as it begins and as it ends, by an event of the window', async () => {
    const { page, shop } = await setup([{}], { body: below });
    await page.evaluate(() => {
      const heard: unknown[] = [];
      Object.assign(globalThis, { heard });
      addEventListener('tidings-seen', (event) => {
        const { element, ...detail } = (event as CustomEvent<SeenDetail>).detail;
        heard.push([detail, element.localName]);
      });
    });

    await scrollToMessage(page);
    await pass(page, SEEN - 1);
    expect(await page.evaluate('heard')).toEqual([]);
    await pass(page, 1);
    const [messageId] = shop.ids();
    expect(await page.evaluate('heard')).toEqual([[{ messageId, isCounted: true }, 'li']]);
    await scrollUp(page);
    await pass(page, 500);

    expect(await page.evaluate('heard')).toEqual([
      [{ messageId, isCounted: true }, 'li'],
      [{ messageId, isCounted: false }, 'li'],
    ]);
  });

  it('is nothing while less than half is in view, or for a moment only', async () => {
    const { page, impressions } = await setup([{}], { body: below });

    await scrollToMessage(page);
    await pass(page, SEEN - 1);
    await scrollUp(page);
    await pass(page, SEEN);
    await page.evaluate(() => {
      const { top, height } =
        document.querySelector('tidings-placement')?.getBoundingClientRect() ?? new DOMRect();
      scrollTo({ top: scrollY + top - innerHeight + height * 0.4 });
    });
    await pass(page, 1_000);
    await scrollToMessage(page);
    await pass(page, SEEN);
    await page.hide();

    await expect.poll(impressions).toMatchObject([{ displayCount: 1, displayDuration: SEEN / 1_000 }]);
  });

  it('is counted in one visit until the page is hidden, and in another when it is shown again', async () => {
    const { page, impressions, sessions } = await setup([{}]);
    await pass(page, 300);

    await page.hide();
    await page.show();
    await pass(page, 400);
    await page.hide();

    await expect.poll(impressions).toMatchObject([
      { displayCount: 1, displayDuration: 0.3 },
      { displayCount: 1, displayDuration: 0.4 },
    ]);
    expect(await sessions()).toHaveLength(2);
  });

  it('is told by the next page when the visitor goes on', async () => {
    const { page, site, impressions } = await setup([{}]);
    await pass(page, 300);

    await page.goto(`${site.url}/other?nobody`);
    await page.waitUntil('globalThis.isReady');
    // What a page had sent as it ended is its own for five seconds.
    await page.evaluate(() => clock.start());
    await advance(page, 6_000);

    await expect.poll(impressions).toMatchObject([{ displayCount: 1, displayDuration: 0.3 }]);
  });

  it('is counted once for two copies, nothing for a proof, and goes on when messages are asked for anew', async () => {
    const body = '<tidings-placement placement-id="1"></tidings-placement>'.repeat(2);
    const { page, shop, impressions } = await setup([{}, { metadata: { isProof: true } }], { body });
    await pass(page, 300);
    await shop.send({ title: 'New' });
    await page.evaluate(() => embedded.refresh());
    await listed(page, 3);
    await pass(page, 300);

    await page.hide();

    await expect.poll(impressions).toHaveLength(2);
    expect((await impressions()).map(({ displayDuration }) => displayDuration).sort()).toEqual([0.3, 0.6]);
    expect((await impressions()).map(({ displayCount }) => displayCount)).toEqual([1, 1]);
  });

  it('is told under the name of the visitor who has left', async () => {
    const { page, shop } = await setup([{}]);
    await pass(page, SEEN);

    // What is told is sent when its turn comes, for which time may have to pass.
    await page.evaluate(() => {
      client.reset();
      clock.start();
    });

    await expect
      .poll(() => shop.emulator.inspect.events('embeddedImpression'))
      .toMatchObject([{ email: 'ada@example.com' }]);
  });

  it('is counted in an element of the page’s own', async () => {
    const { page, impressions } = await setup([{}], {
      body: '<p id="own" style="height: 5rem">Own</p>',
      options: 'placements: [1]',
    });
    await page.evaluate(async () => {
      const [message = {}] = embedded.messages(1);
      embedded.visible(message, document.querySelector('#own') ?? document.body);
      // What counts is loaded now; it is there once something else that it does has failed.
      await embedded.click(message, 'nothing').catch(() => undefined);
    });
    await pass(page, SEEN);

    await page.hide();

    await expect.poll(impressions).toMatchObject([{ displayCount: 1 }]);
  });

  it('is received once on a device', async () => {
    const messages: Sent[] = [{}, { metadata: { isProof: true } }];
    const shop = await createPlacementShop(messages, { head: pageClock });
    const { open } = await setScene(shop);
    const page = await open();
    await listed(page, 2);
    await page.reload();
    await listed(page, 2);
    await listed(await open('/other'), 2);
    await advance(page, 6_000);

    expect(await shop.told(page, 'embeddedReceived')).toMatchObject([{ messageId: shop.ids()[0] }]);
  });
});
