import type { Page } from '../harness/engine.js';
import type { SetScene } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { createPlacementShop, type PlacementShopOptions, type Sent } from './placement-shop.js';

/** The page's own names, for functions that run in it. */
declare const client: { flush(): Promise<void> };
declare const embedded: { messages(placementId: number): object[] };

/** What the service is told of a message that was seen. */
export interface Impression {
  messageId: string;
  displayCount: number;
  displayDuration: number;
}

/** Whether so many messages are known, and stand in each element of the page. It runs there. */
function areThere(count: number): boolean {
  const elements = [...document.querySelectorAll('tidings-placement')];
  return (
    'embedded' in globalThis &&
    embedded.messages(1).length === count &&
    elements.every(({ shadowRoot }) => shadowRoot?.querySelectorAll('li').length === count)
  );
}

/** Resolves once every observer has heard what is in view now. It runs in the page. */
async function looked(): Promise<void> {
  const frames = async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    // An observer hears of what it observes with the next frame, and so do all that were there before.
    await new Promise<void>((resolve) => {
      const observer = new IntersectionObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(document.documentElement);
    });
  };
  await frames();
  await frames();
}

/** Lets the page notice what is in view, and then time pass. */
export async function pass(page: Page, time: number): Promise<void> {
  await page.evaluate(looked);
  await advance(page, time);
}

/** Opens a page whose time stands still before anything is in view. */
export async function openImpressions(
  setScene: SetScene,
  messages: Sent[],
  options: PlacementShopOptions = {},
) {
  const head = `${pageClock}<script>clock.stop()</script>${options.head ?? ''}`;
  const shop = await createPlacementShop(messages, { ...options, head });
  const { open, site } = await setScene(shop);
  const page = await open();
  await page.waitUntil(areThere, messages.length);
  /** What the service was told by now. It does not wait for the rest, for which time might have to pass. */
  async function told(type: string) {
    await page.evaluate(() => void client.flush());
    return shop.emulator.inspect.events(type).map(({ fields }) => fields);
  }
  const impressions = async () => (await told('embeddedImpression')) as unknown as Impression[];
  return { shop, page, site, impressions, sessions: () => told('embeddedSession') };
}
