import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Page } from '../engine.js';
import { inEveryEngine } from '../harness.js';
import { createPlacementShop, listed } from './placement-shop.js';

/** The page's own names, for functions that run in it. */
declare const client: { user?: object; reset(): void };
declare const embedded: {
  refresh(): Promise<void>;
  visible(message: object, element: Element): () => void;
  messages(placementId: number): object[];
};

/** How much a duration may differ from that of the test, in seconds: a browser is busy too. */
const TOLERANCE = 0.6;
/** The shop counts a message as seen after a fifth of a second. */
const SEEN = 500;

const below = `<style>.room { height: 3000px }</style><div class="room"></div>
  <tidings-placement placement-id="1"></tidings-placement><div class="room"></div>`;

const scrollUp = (page: Page) => page.evaluate(() => scrollTo({ top: 0 }));
const scrollToMessage = (page: Page) =>
  page.evaluate(() => document.querySelector('tidings-placement')?.scrollIntoView({ block: 'center' }));

interface Impression {
  displayCount: number;
  displayDuration: number;
}

inEveryEngine('what is seen of embedded messages', (setScene) => {
  async function setup(...[messages, options]: Parameters<typeof createPlacementShop>) {
    const shop = await createPlacementShop(messages, options);
    const { open, site } = await setScene(shop);
    const page = await open();
    await listed(page, messages.length);
    const impressions = async () =>
      (await shop.told(page, 'embeddedImpression')) as unknown as (Impression & { messageId: string })[];
    const sessions = () => shop.told(page, 'embeddedSession');
    return { shop, page, open, site, impressions, sessions };
  }

  it('is counted each time that a message comes into view, and for how long', async () => {
    const { page, shop, impressions, sessions } = await setup([{}], { body: below });
    await wait(SEEN);
    const began = Date.now();
    for (const time of [SEEN, 2 * SEEN]) {
      await scrollToMessage(page);
      await wait(time);
      await scrollUp(page);
      await wait(SEEN);
    }

    await page.hide();

    await expect.poll(impressions).toHaveLength(1);
    const [impression] = await impressions();
    expect(impression).toMatchObject({ messageId: shop.ids()[0], placementId: 1, displayCount: 2 });
    expect(Math.abs(Number(impression?.displayDuration) - 1.5)).toBeLessThan(TOLERANCE);
    const [session] = (await sessions()) as [{ start: number; end: number }];
    expect(session.start).toBeGreaterThanOrEqual(began);
    expect(session.end - session.start).toBeGreaterThanOrEqual(4 * SEEN);
  });

  it('is nothing while less than half is in view, or for a moment only', async () => {
    const { page, impressions } = await setup([{}], { body: below });

    await scrollToMessage(page);
    await scrollUp(page);
    await page.evaluate(() => {
      const { top, height } =
        document.querySelector('tidings-placement')?.getBoundingClientRect() ?? new DOMRect();
      scrollTo({ top: scrollY + top - innerHeight + height * 0.4 });
    });
    await wait(SEEN);
    await page.hide();
    await wait(SEEN);

    expect(await impressions()).toEqual([]);
  });

  it('is counted in one visit until the page is hidden, and in another when it is shown again', async () => {
    const { page, impressions, sessions } = await setup([{}]);
    await wait(SEEN);

    await page.hide();
    await page.show();
    await wait(SEEN);
    await page.hide();

    await expect.poll(sessions).toHaveLength(2);
    expect((await impressions()).map(({ displayCount }) => displayCount)).toEqual([1, 1]);
  });

  it('is told by the next page when the visitor goes on', async () => {
    const { page, site, impressions } = await setup([{}]);
    await wait(SEEN);

    await page.goto(`${site.url}/other?nobody`);
    await page.waitUntil('globalThis.isReady');

    await expect.poll(impressions, { timeout: 8_000 }).toMatchObject([{ displayCount: 1 }]);
  });

  it('is counted once for two copies, nothing for a proof, and goes on when messages are asked for anew', async () => {
    const body = '<tidings-placement placement-id="1"></tidings-placement>'.repeat(2);
    const { page, shop, impressions } = await setup([{}, { metadata: { isProof: true } }], { body });
    await wait(SEEN);
    await shop.send({ title: 'New' });
    await page.evaluate(() => embedded.refresh());
    await listed(page, 3);
    await wait(SEEN);

    await page.hide();

    await expect.poll(impressions).toMatchObject([{ displayCount: 1 }, { displayCount: 1 }]);
  });

  it('is told under the name of the visitor who has left', async () => {
    const { page, shop } = await setup([{}]);
    await wait(SEEN);

    await page.evaluate(() => client.reset());

    await expect
      .poll(() => shop.emulator.inspect.events('embeddedImpression'))
      .toMatchObject([{ email: 'ada@example.com' }]);
  });

  it('is counted in an element of the page’s own', async () => {
    const body = '<p id="own" style="height: 5rem">Own</p>';
    const shop = await createPlacementShop([{}], { body, options: 'placements: [1]' });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil(() => embedded.messages(1).length);
    await page.evaluate(() => {
      const [message = {}] = embedded.messages(1);
      embedded.visible(message, document.querySelector('#own') ?? document.body);
    });
    await wait(2 * SEEN);

    await page.hide();

    await expect.poll(() => shop.told(page, 'embeddedImpression')).toMatchObject([{ displayCount: 1 }]);
  });

  it('is received once on a device', async () => {
    const { page, shop, open } = await setup([{}, { metadata: { isProof: true } }]);
    await page.reload();
    await listed(page, 2);
    await listed(await open('/other'), 2);

    await expect
      .poll(() => shop.told(page, 'embeddedReceived'))
      .toMatchObject([{ messageId: shop.ids()[0] }]);
  });
});
