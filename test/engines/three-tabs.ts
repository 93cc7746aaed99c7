import type { Client } from '../../src/index.js';
import type { SetScene } from './harness/harness.js';
import { createShop, type ShopOptions } from './shop.js';

const ada = { email: 'ada@example.com' };
/** A shop in browsers without Web Locks. */
export const withoutLocks: ShopOptions = { before: '<script>delete Navigator.prototype.locks;</script>' };

/** The page's own name, for functions that run in it. */
declare const client: Client;

/** Three tabs of Ada's. */
export async function openThree(setScene: SetScene, options?: ShopOptions) {
  const shop = createShop(options);
  const { open } = await setScene(shop);
  // Some tests kill the first.
  const tabs = [await open('/?1', { isNew: true }), await open('/?2'), await open('/?3')] as const;
  for (const tab of tabs) await tab.waitUntil('globalThis.client');
  await tabs[0].evaluate((ada: { email: string }) => client.identify(ada), ada);
  for (const tab of tabs) await tab.waitUntil('client.user');
  return { shop, tabs, open };
}
