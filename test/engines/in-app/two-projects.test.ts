import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { createMessageShop, shown } from './message-shop.js';

/** Longer than a message waits for its pictures, in milliseconds. */
const LATER = 5_000;

/** Starts another project on the page. */
const head = `${pageClock}<script>
  globalThis.startOther = async (apiKey) => {
    const { createClient, startInApp } = await import('tidings');
    const getToken = async ({ email }) => (await fetch('/token?email=' + email)).text();
    const other = createClient({ apiKey, baseUrl: location.origin + '/other-project', getToken });
    await other.identify(client.user);
    startInApp(other, { interval: 0 });
  };
</script>`;

/** How many messages stand on the page. */
const standing = () =>
  [...document.querySelectorAll('tidings-message')].filter(({ shadowRoot }) =>
    shadowRoot?.querySelector('dialog[open]'),
  ).length;

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

    // It is built, and looks whether it may be shown.
    await page.waitUntil(() => {
      const last = document.querySelectorAll('tidings-message')[1]?.shadowRoot?.querySelector('dialog');
      return last?.style.getPropertyValue('--height');
    });
    await advance(page, LATER);
    expect(await page.evaluate(standing)).toBe(1);

    await page.press('Escape');
    await advance(page, LATER);
    await expect.poll(() => shop.calls.filter(({ name }) => name === 'trackInAppOpen')).toHaveLength(2);
    expect(await page.evaluate(standing)).toBe(1);
  });
});
