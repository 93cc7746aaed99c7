import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { createPlacementShop, listed, PICTURE } from './placement-shop.js';

/** The page's own names, for functions that run in it. */
declare const said: string[];
declare const embedded: {
  click(message: object, buttonId?: string): Promise<void>;
  messages(placementId: number): object[];
};

/** For how long what a page had sent as it ended is its own, in milliseconds, and a little more. */
const LEASE = 6_000;

const buttons = [
  { id: 'shop', title: 'Shop', action: { type: 'openUrl' as const, data: '/sale' } },
  { id: 'join', title: 'Join', action: { type: 'action://join' as const } },
];

inEveryEngine('a click on an embedded message', (setScene) => {
  async function setup(...[messages, options]: Parameters<typeof createPlacementShop>) {
    const shop = await createPlacementShop(messages, { head: pageClock, ...options });
    const { open, site } = await setScene(shop);
    const page = await open();
    await listed(page, messages.length);
    return { shop, page, site, clicks: () => shop.told(page, 'embeddedClick') };
  }

  it('beside its buttons follows its link, and is told of on the way', async () => {
    const { page, site, shop, clicks } = await setup([
      { url: '/sale', elements: { buttons, mediaUrl: PICTURE } },
    ]);

    await page.clickAt(
      await page.evaluate(() => {
        const media = document.querySelector('tidings-placement')?.shadowRoot?.querySelector('.media');
        const { x = 0, y = 0, width = 0 } = media?.getBoundingClientRect() ?? {};
        return { x: Math.round(x + width / 2), y: Math.round(y + 40) };
      }),
    );
    await page.waitUntil(() => document.title === 'Sale');
    await page.back();
    await page.waitUntil('globalThis.isReady');
    await advance(page, LEASE);

    await expect.poll(clicks).toMatchObject([{ messageId: shop.ids()[0], targetUrl: `${site.url}/sale` }]);
  });

  it('on a button does what that says, once', async () => {
    const { page, clicks } = await setup([{ url: '/sale', elements: { buttons } }]);

    await page.click('button.button');
    await page.waitUntil(() => said.includes('action join'));

    expect(await clicks()).toMatchObject([{ buttonIdentifier: 'join', targetUrl: 'action://join' }]);
    expect(await page.evaluate(() => document.title)).toBe('Shop');
  });

  it('on a button acts once on a double click', async () => {
    const { page, clicks } = await setup([{ elements: { buttons } }]);

    await page.click('.button:nth-child(2)', { times: 2 });
    await page.waitUntil(() => said.includes('action join'));

    expect(await clicks()).toHaveLength(1);
    expect(await page.evaluate(() => said)).toEqual(['action join']);
  });

  it('works with the keyboard alone', async () => {
    const { page, clicks, site } = await setup([{ url: '/other', elements: { buttons } }], {
      options: "openUrl: (url) => said.push('open ' + url)",
    });
    const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent);
    const seen = [];

    await page.evaluate(() => document.body.focus());
    for (let step = 0; step < 3; step++) {
      await page.press('Tab');
      seen.push(await focused());
      await page.press('Enter');
    }

    expect(seen).toEqual(['Good to see you', 'Shop', 'Join']);
    await page.waitUntil(() => said.length === 3);
    expect(await page.evaluate(() => said)).toEqual([
      `open ${site.url}/other`,
      `open ${site.url}/sale`,
      'action join',
    ]);
    expect((await clicks()).map(({ targetUrl }) => targetUrl).sort()).toEqual(
      [`${site.url}/other`, `${site.url}/sale`, 'action://join'].sort(),
    );
  });

  it('reaches markup of the page’s own, by a template', async () => {
    const body = `<tidings-placement placement-id="1"><template slot="message"><article>
      <h2 data-text="title"></h2><p data-text="nothing" class="nothing">Never</p><img data-src="mediaUrl">
      <a class="more" data-href>More</a><button class="one" data-button="1"></button><i data-button="7"></i>
    </article></template></tidings-placement>`;
    const { page, clicks } = await setup([{ title: '<b>Bold</b>', url: '/sale', elements: { buttons } }], {
      body,
    });
    const article = () =>
      document.querySelector('tidings-placement > article')?.innerHTML.replace(/>\s+</g, '><').trim();

    expect(await page.evaluate(article)).toMatch(
      /^<h2 data-text="title">&lt;b&gt;Bold&lt;\/b&gt;<\/h2><a class="more" data-href="" href="[^"]+\/sale">More<\/a><button class="one" data-button="1" type="button">Join<\/button>$/,
    );
    await page.click('.one');
    await page.waitUntil(() => said.includes('action join'));
    await page.click('.more');
    await page.waitUntil(() => document.title === 'Sale');
    await page.back();
    await page.waitUntil('globalThis.isReady');
    await advance(page, LEASE);

    await expect
      .poll(async () => (await clicks()).map((click) => click['buttonIdentifier'] ?? '').sort())
      .toEqual(['', 'join']);
  });

  it('reaches an element that code renders', async () => {
    const before = `document.querySelector('tidings-placement').render = (message) => {
      const element = document.createElement('section');
      element.innerHTML = '<strong></strong><button data-button="1"></button>';
      element.firstChild.textContent = 'Own: ' + message.elements.title;
      return element;
    };`;
    const { page, clicks } = await setup([{ elements: { buttons } }], { before });

    expect(await page.text('section strong')).toBe('Own: Good to see you');
    await page.click('section button');
    await page.waitUntil(() => said.includes('action join'));

    expect(await clicks()).toHaveLength(1);
  });

  it('is told of by the page itself, which names the button', async () => {
    const { page, clicks } = await setup([{ elements: { buttons } }]);

    const refusal = await page.evaluate(async () => {
      const [message = {}] = embedded.messages(1);
      await embedded.click(message, 'join');
      return embedded.click(message, 'nothing').catch(String);
    });

    // "`buttonId` must be the `id` of one of the message’s buttons", as visitors have it.
    expect(refusal).toContain('npx tidings explain 10');
    expect(await clicks()).toMatchObject([{ buttonIdentifier: 'join' }]);
  });
});
