import { createPlacementShop, listed, type Sent } from '../embedded/placement-shop.js';
import type { Page } from '../harness/engine.js';
import type { SetScene } from '../harness/harness.js';
import type { FrameworkPage } from './pages.js';

const messages: Sent[] = [
  { title: 'One' },
  { title: 'Two', elements: { buttons: [{ id: 'b', title: 'Join', action: { type: 'action://join' } }] } },
];

export interface FrameworkShopOptions {
  /** Whether what the server has rendered is in the page. Default: no. */
  isServed?: boolean;
  /** Default: `/`. */
  path?: string;
  /** HTML in the head of the page. */
  head?: string;
  /** Opens it. Default: as for anyone. */
  openAt?: (url: string) => Promise<Page>;
}

/** Opens the page of a shop made with a framework, and waits for its messages. */
export async function openFrameworkShop(
  setScene: SetScene,
  { rendered, scripts }: FrameworkPage,
  { isServed = false, path = '/', head = '', openAt }: FrameworkShopOptions = {},
) {
  const shop = await createPlacementShop(messages);
  const settings = `{ apiKey: '${shop.emulator.keys.web}', baseUrl: location.origin, email: 'ada@example.com' }`;
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>${head}
    <div id="app">${isServed ? rendered : ''}</div>
    <script>
      globalThis.settings = ${settings};
      globalThis.served = document.querySelector('tidings-placement');
    </script>
    <script type="module" src="/app/browser.js"></script>`;
  const { open, site } = await setScene({
    pages: { '/': html },
    async service(request: Request) {
      const script = scripts.get(new URL(request.url).pathname);
      if (script === undefined) return shop.service(request);
      return new Response(script, { headers: { 'content-type': 'text/javascript' } });
    },
  });
  const page = await (openAt ? openAt(site.url + path) : open(path));
  await listed(page, 2);
  return { shop, page };
}

/** What the page said that its author should look at. */
export async function complaintsOf(page: Page): Promise<string[]> {
  // React marks its work for a profiler.
  return (await page.console()).filter((line) => !/^(log|info|debug|timeStamp):/.test(line));
}
