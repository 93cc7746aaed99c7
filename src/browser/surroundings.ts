import { on } from './page.js';

/** An address without what may hold secrets or names: no query, no fragment, no password. */
function bare(address: string): string {
  if (!URL.canParse(address)) return '';
  const { origin, pathname } = new URL(address);
  return origin === 'null' ? '' : origin + pathname;
}

/** Where the page is, without query and fragment, and its title. */
export function pageNow(): { pageUrl: string; pagePath: string; pageTitle: string } {
  return { pageUrl: bare(location.href), pagePath: location.pathname, pageTitle: document.title };
}

/** The page that a link led from, without query and fragment. */
export function referrerNow(): string {
  return bare(document.referrer);
}

/** The query of the page's address. */
export function queryNow(): string {
  return location.search;
}

/** What tells the page's address from others of its site: the path, and what of the rest makes it another page. */
export function addressNow(isQuery: boolean, isFragment: boolean): string {
  return [location.pathname, isQuery && location.search, isFragment && location.hash].join();
}

/** What the browser says of its visitor's language and time zone. */
export function placeNow(): { locale: string; timezone: string } {
  return { locale: navigator.language, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** The sizes of the screen and of the page's part of it, in CSS pixels. */
export function screenNow() {
  const { width, height } = screen;
  return { screenWidth: width, screenHeight: height, viewportWidth: innerWidth, viewportHeight: innerHeight };
}

/** Whether the device knows that it has no network. */
export function isOffline(): boolean {
  return !navigator.onLine;
}

/** Calls `listener` when the page comes back from the back/forward cache; returns the function that stops it. */
export function onPageReturned(listener: () => void): () => void {
  return on(globalThis, 'pageshow', (event) => (event as PageTransitionEvent).persisted && listener());
}

/** Calls `listener` once the visitor may see the page: one that a browser has loaded ahead waits for that. */
export function whenOpened(listener: () => void): void {
  const { prerendering } = document as Document & { prerendering?: boolean };
  if (prerendering) document.addEventListener('prerenderingchange', listener, { once: true });
  else listener();
}
