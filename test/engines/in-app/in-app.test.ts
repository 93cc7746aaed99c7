import { expect, it } from 'vitest';
import type { InApp } from '../../../src/index.js';
import type { Page } from '../harness/engine.js';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { picture } from '../harness/picture.js';
import { preferring } from '../harness/preferring.js';
import { createMessageShop, gone, shown, strict } from './message-shop.js';

/** The page's own names, for functions that run in it. */
declare const inApp: InApp;
declare const said: string[];
declare const refusals: number;

/** How long after one message the next may come, in milliseconds. */
const INTERVAL = 60_000;
/** After how long a page looks again whether the message of another tab is gone, in milliseconds. */
const AGAIN = 5_000;

/** Counts how often a page saw that the turn to show a message is another tab's. */
const countRefusals = `<script>
  globalThis.refusals = 0;
  const { query } = LockManager.prototype;
  LockManager.prototype.query = async function () {
    const answer = await query.call(this);
    if (answer.held.some(({ name }) => name.endsWith(' in-app'))) refusals += 1;
    return answer;
  };
</script>`;

/** Lets nobody know whose turn it is before `release()`. */
const holdTurns = `<script>
  const isReleased = new Promise((resolve) => (globalThis.release = resolve));
  const { query } = LockManager.prototype;
  LockManager.prototype.query = async function () {
    await isReleased;
    return query.call(this);
  };
</script>`;

const isOpen = () => !!document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]');
const count = () => document.querySelectorAll('tidings-message').length;

/** Lets time pass until a message is shown that waits for what does not come. */
async function advanceUntilShown(page: Page): Promise<void> {
  await page.waitUntil('globalThis.isReady');
  await expect
    .poll(async () => {
      await advance(page, 1_000);
      return page.evaluate(isOpen);
    })
    .toBe(true);
}

inEveryEngine('an in-app message', (setScene, engine) => {
  it('is shown, told of, and closed by Escape from inside its frame', async () => {
    const { told, ...shop } = await createMessageShop([{}]);
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    await picture(page, `in-app-${engine.name}`);
    expect(await page.frame('iframe').text('h2')).toBe('Good to see you');

    await page.press('Escape');

    await gone(page);
    // They are sent side by side.
    const facts = (await told(page)).sort((a, b) => (a.type < b.type ? -1 : 1));
    expect(facts).toMatchObject([
      { type: 'inAppClose', closeAction: 'escape' },
      { type: 'inAppDelivery' },
      { type: 'inAppOpen' },
    ]);
    expect(await page.errors()).toEqual([]);
  });

  it('is shown, and works, under a strict policy with Trusted Types', async () => {
    const html = `<style>h2 { color: rgb(1, 2, 3) }</style><h2>News</h2>
      <p id="inline" style="color: rgb(4, 5, 6)">Inline</p><a id="act" href="action://welcome">Act</a>`;
    const { open } = await setScene(await createMessageShop([{ html }], { headers: strict }));
    const page = await open();
    await shown(page);
    const colorOf = (selector: string) =>
      page.frame('iframe').evaluate((selector: string) => {
        const element = document.querySelector(selector);
        return element && getComputedStyle(element).color;
      }, selector);
    expect(await colorOf('h2')).toBe('rgb(1, 2, 3)');
    expect(await colorOf('#inline')).toBe('rgb(4, 5, 6)');
    await page.frame('iframe').click('#act');
    await page.waitUntil(() => said.includes('action welcome'));
  });

  it('is shown where the page names other Trusted Types alone, and requires none', async () => {
    const headers = {
      'content-security-policy': strict['content-security-policy'].replace(
        "require-trusted-types-for 'script'; trusted-types tidings",
        'trusted-types other',
      ),
    };
    const { open } = await setScene(await createMessageShop([{}], { headers }));
    const page = await open();
    await shown(page);
    expect(await page.frame('iframe').text('h2')).toBe('Good to see you');
    expect(await page.evaluate(() => said)).toEqual([]);
  });

  it('is shown by the one script, which gets the other from beside it', async () => {
    const shop = await createMessageShop([{}], { isScripted: true });
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    expect(await page.frame('iframe').text('h2')).toBe('Good to see you');
    expect(await page.errors()).toEqual([]);
  });

  it('is shown where the page forbids its script: what is lost is told, and links open in new tabs', async () => {
    // All of it a link, since nothing in it can be asked where it is.
    const html = `<a href="/sale">${'Everything is on sale. '.repeat(100)}</a>`;
    const head = pageClock.replace('<script', '<script nonce="n"');
    const options = 'cspNonce: undefined';
    const shop = await createMessageShop([{ html }], { head, headers: strict, options });
    const { open } = await setScene(shop);
    const page = await open();
    await advanceUntilShown(page);
    const { x, y, width, height } = await shown(page);
    expect(await page.evaluate(() => said)).toEqual([expect.stringContaining('cspNonce')]);
    await picture(page, `in-app-plain-${engine.name}`);

    await page.clickAt({ x: Math.round(x + width / 2), y: Math.round(y + height / 2) });

    await expect.poll(() => shop.visits).toEqual(['/sale']);
    expect(await page.evaluate(() => document.title)).toBe('Shop');
  });

  it('is shown with its script on a page that was busy for long as that began', async () => {
    const head = `<script>
      new MutationObserver((_, observer) => {
        const frame = document.querySelector('tidings-message')?.shadowRoot.querySelector('iframe');
        if (!frame) return;
        observer.disconnect();
        // After the listener that is there already.
        frame.addEventListener('load', () => {
          for (const end = Date.now() + 2_500; Date.now() < end; );
        }, { once: true });
      }).observe(document, { childList: true, subtree: true });
    </script>`;
    const { open } = await setScene(await createMessageShop([{}], { head }));

    const page = await open();

    await shown(page);
    expect(await page.evaluate('said')).toEqual([]);
  });

  it('does not wait for a picture that does not come', async () => {
    const html = '<h2>News</h2><img src="/never.png" alt="">';
    const { service, ...shop } = await createMessageShop([{ html }], { head: pageClock });
    const never = (request: Request) =>
      request.url.endsWith('/never.png') ? new Promise<Response>(() => {}) : service(request);
    const { open } = await setScene({ ...shop, service: never });

    await advanceUntilShown(await open());
  });

  it('waits unseen for the picture that is all of it, and is left out where nothing comes', async () => {
    const nothing = { html: '<i></i>' };
    const html = '<a href="/sale"><img src="/slow.svg" alt="" style="display: block"></a>';
    const { service, calls, ...shop } = await createMessageShop([nothing, { html }], { head: pageClock });
    let come = () => {};
    const there = new Promise<void>((resolve) => (come = resolve));
    const slow = async (request: Request) => {
      if (!request.url.endsWith('/slow.svg')) return service(request);
      await there;
      return new Response('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"/>', {
        headers: { 'Content-Type': 'image/svg+xml' },
      });
    };
    const { open } = await setScene({ ...shop, service: slow });
    const page = await open();
    await page.waitUntil(count);
    await advance(page, 5_000);
    expect(await page.evaluate(isOpen)).toBe(false);
    // What there is nothing of takes nobody's turn for good.
    const texts = () => page.evaluate(() => said.filter((text) => text.includes('nothing to see')));
    await expect
      .poll(async () => {
        await advance(page, 5_000);
        return texts();
      })
      .toHaveLength(1);
    await page.frame('iframe').waitUntil(() => document.images.length);
    await advance(page, 5_000);
    expect(await page.evaluate(isOpen)).toBe(false);

    come();
    await page.frame('iframe').waitUntil(() => document.images[0]?.naturalHeight);
    await advanceUntilShown(page);

    expect(await texts()).toHaveLength(1);
    await page.waitUntil('client.stats().then(({ delivered }) => delivered > 1)');
    await expect.poll(() => calls.filter(({ name }) => name === 'trackInAppOpen').length).toBe(1);
  });

  // WebKit forces none.
  if (engine.name !== 'webkit')
    it('has an edge where colours are forced', async () => {
      const { site } = await setScene(await createMessageShop([{}]));
      const page = await preferring(engine, { forced: true })(site.url);
      await shown(page);

      const [isForced, edge] = await page.evaluate(() => {
        const dialog = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog');
        return [
          matchMedia('(forced-colors: active)').matches,
          dialog && getComputedStyle(dialog).outlineColor,
        ];
      });
      expect(isForced).toBe(true);
      expect(edge).toMatch(/^rgb\(/);
      await picture(page, `in-app-forced-${engine.name}`);
    });

  it('comes one at a time, in one tab at a time', async () => {
    const { open } = await setScene(await createMessageShop([{}, {}], { head: pageClock + countRefusals }));
    const first = await open();
    await shown(first);
    const second = await open();
    await second.waitUntil(() => refusals);
    const before = await second.evaluate(() => refusals);
    await advance(second, AGAIN);

    await second.waitUntil((before: number) => refusals > before, before);
    expect(await second.evaluate(count)).toBe(0);
    expect(await first.evaluate(count)).toBe(1);
  });

  it('comes once where it is asked for in the moment in which it comes by itself', async () => {
    const options = `beforeShow: () => said.push('due')`;
    const shop = await createMessageShop([{}], { head: pageClock + holdTurns, options });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil(() => said.includes('due'));

    await page.evaluate(`Promise.all([inApp.show('${shop.ids()[0]}'), release()])`);
    await shown(page);
    await advance(page, 0); // Storage has answered all.

    expect(await page.evaluate(count)).toBe(1);
    await page.click('button[aria-label=Close]');
    await gone(page);
  });

  it('is not shown again on the next page, nor is the next message before its time', async () => {
    const options = `interval: ${INTERVAL}, beforeShow: () => said.push(Date.now())`;
    const { told, ...shop } = await createMessageShop([{}, {}], { head: pageClock, options });
    const { open, site } = await setScene(shop);
    const page = await open();
    await shown(page);
    const [first] = await page.evaluate(() => said);
    // One whose page is left before the device remembers it comes again.
    await page.waitUntil(() => inApp.inbox.unread === 1);
    await page.goto(`${site.url}/other`);
    await page.waitUntil('globalThis.inApp && client.user');
    await page.evaluate('inApp.refresh()');
    // What a page had sent as it ended is its own for five seconds.
    await advance(page, 6_000);
    await told(page);

    // It comes once enough of these have passed, and tells when that was.
    await expect
      .poll(async () => {
        await advance(page, INTERVAL / 6);
        return page.evaluate(count);
      })
      .toBe(1);

    const [second] = await page.evaluate(() => said);
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(INTERVAL);
    const opens = async () => (await told(page)).filter(({ type }) => type === 'inAppOpen');
    await expect.poll(opens).toHaveLength(2);
    expect((await opens()).map((open) => 'messageId' in open && open.messageId).sort()).toEqual(
      shop.ids().sort(),
    );
  });
});
