import { expect, it } from 'vitest';
import type { InApp } from '../../../src/index.js';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { createMessageShop, shown } from './message-shop.js';

/** The page's own names, for functions that run in it. */
declare const most: number;
declare const other: InApp;

/** After how long a page looks again whether the other message is gone, in milliseconds. */
const AGAIN = 5_000;

/** Counts how many messages stood on the page at most, and starts another project on it. */
const head = `${pageClock}<script>
  globalThis.most = 0;
  const count = () => (most = Math.max(most, document.querySelectorAll('tidings-message').length));
  new MutationObserver(count).observe(document, { childList: true, subtree: true });
  globalThis.startOther = async (apiKey) => {
    const { createClient, startInApp } = await import('tidings');
    const getToken = async ({ email }) => (await fetch('/token?email=' + email)).text();
    const other = createClient({ apiKey, baseUrl: location.origin + '/other-project', getToken });
    await other.identify(client.user);
    globalThis.other = startInApp(other, { interval: 0 });
  };
</script>`;

inEveryEngine('two projects on a page', (setScene) => {
  it('show one message at a time', async () => {
    const { service, ...shop } = await createMessageShop([{}, {}], { head });
    const { open } = await setScene({
      ...shop,
      service: (request) => service(new Request(request.url.replace('/other-project', ''), request)),
    });
    const page = await open();
    await shown(page);

    await page.evaluate(`startOther('${shop.emulator.keys.web}')`);

    await page.waitUntil(() => other.messages.some(({ state }) => state === 'due'));
    await advance(page, AGAIN);
    await page.press('Escape');
    await expect.poll(() => shop.calls.filter(({ name }) => name === 'trackInAppClose')).toHaveLength(1);
    await advance(page, AGAIN);
    await shown(page);
    expect(await page.evaluate(() => most)).toBe(1);
  });
});
