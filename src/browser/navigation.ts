import { wait } from '../lib/wait.js';

/** Where the page is; relative links start there. */
export function pageAddress(): string {
  return document.baseURI;
}

/** Which page of the site this is: its path and its query. */
export function pagePath(): string {
  return location.pathname + location.search;
}

/** How often the page's address is looked at, in milliseconds: most browsers tell nobody when a router changes it. */
const GLANCE = 200;

/** Calls `listener` when the page shows another address, or another part of one, without being loaded anew. */
export function onAddressChanged(listener: () => void, part: 'href' | 'pathname' = 'href'): () => void {
  let before = location[part];
  const timer = setInterval(() => {
    if (before === location[part]) return;
    before = location[part];
    listener();
  }, GLANCE);
  return () => clearInterval(timer);
}

/** How long a page stays at most, once a click leads away from it, in milliseconds: for that to be recorded. */
const FAREWELL = 1_000;

/** Goes to another address in this tab, once `work` is done or has taken too long. */
export async function leaveFor(url: string, work: Promise<unknown> | false): Promise<void> {
  await Promise.race([work, wait(FAREWELL)]);
  location.assign(url);
}

/** Opens an address in a new tab that knows nothing of this one. */
export function openTab(url: string): void {
  open(url, '_blank', 'noopener');
}
