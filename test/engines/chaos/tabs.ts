import type { Browser, Page } from '../harness/engine.js';
import type { Collector } from './collector.js';
import { startChaos, type Settings } from './page.js';
import type { Schedule } from './step.js';

/** The keys of the site: another one comes with a rotation. */
export const KEYS = ['web-key-a', 'web-key-b'] as const;

/** A page of the site. */
export interface Tab {
  page: Page;
  isFrozen: boolean;
  /** Whether it shares nothing with the others. */
  isApart: boolean;
  key: string;
}

/** The pages that are open. */
export interface Tabs {
  all: Tab[];
  /** How far the device's clock is ahead, in milliseconds. */
  ahead: number;
  addressOf(own?: Partial<Settings>): string;
  open(own?: Partial<Settings>, isApart?: boolean): Promise<Tab>;
  /** The page at a place among those that move and share all; a new one, if there is none. */
  at(place: number): Promise<Tab>;
}

/** Makes a site without visitors. */
export function createTabs({ hasLocks, isPlain }: Schedule, browser: Browser, collector: Collector): Tabs {
  collector.html = (settings) => `<title>Shop</title><script src="/tidings.js"></script>
    <script>(${String(startChaos)})(${settings})</script>`;

  const tabs: Tabs = {
    all: [],
    ahead: 0,
    addressOf(own = {}) {
      const settings: Settings = {
        ...{ apiKey: KEYS[0], ...collector.places(isPlain), ahead: tabs.ahead },
        ...{ hasLocks, hasStorage: true, hasInbox: collector.messages.length > 0, ...own },
      };
      return `${collector.site(isPlain)}/?${encodeURIComponent(JSON.stringify(settings))}`;
    },
    async open(own = {}, isApart = false) {
      const page = await browser.open(tabs.addressOf(own), { isNew: true });
      const tab = { page, isFrozen: false, isApart, key: own.apiKey ?? KEYS[0] };
      tabs.all.push(tab);
      if (!own.first) await page.waitUntil('globalThis.chaos');
      return tab;
    },
    async at(place) {
      const usual = tabs.all.filter(({ isFrozen, isApart }) => !isFrozen && !isApart);
      return usual[place % usual.length] ?? tabs.open();
    },
  };
  return tabs;
}
