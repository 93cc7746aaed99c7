/** Where the page is; relative links start there. */
export function pageAddress(): string {
  return document.baseURI;
}

/** How often the page's address is looked at, in milliseconds: most browsers tell nobody when a router changes it. */
const GLANCE = 200;

/** Calls `listener` when the page shows another address without being loaded anew. */
export function onAddressChanged(listener: () => void): () => void {
  let { href } = location;
  const timer = setInterval(() => {
    if (href === location.href) return;
    ({ href } = location);
    listener();
  }, GLANCE);
  return () => clearInterval(timer);
}

/** Goes to another address in this tab. */
export function leaveFor(url: string): void {
  location.assign(url);
}
