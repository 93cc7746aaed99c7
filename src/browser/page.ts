/** Whether there is a page here, as there is none during server rendering. */
export function isPage(): boolean {
  return typeof document === 'object';
}

/** Whether the visitor's browser asks every site not to share what it learns: Global Privacy Control. */
export function wantsPrivacy(): boolean {
  return !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
}

/** Whether the visitor sees the page, so that it need not be about to end; as little need a worker, which has no page. */
export function isVisible(): boolean {
  // A form of this name stands in its place: then it is not known to be hidden.
  return !isPage() || document.visibilityState !== 'hidden';
}

/** The site's name, such as `shop.example.com`. */
export function siteName(): string {
  return location.hostname;
}

/** What the page's address says under a name; no text where it says nothing. */
export function queryOf(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? '';
}

/** Resolves once all of the page has been read. */
export async function pageReady(): Promise<void> {
  if (!isPage() || document.readyState !== 'loading') return;
  await new Promise((resolve) => on(document, 'DOMContentLoaded', resolve));
}

/** What the page is laid out in, once it has been read: not `document.body`, which is a form of that name where there is one. */
export function pageBody(): HTMLElement {
  return document.querySelector('body') as HTMLElement;
}

/** Resolves once there is a body that something can be laid out in. */
export async function bodyRead(): Promise<void> {
  if (!(document.body as HTMLElement | null)) await pageReady();
}

/** Calls `listener` when the page is hidden, which may be the last moment that a page has; never at `unload`, which would keep it out of the back/forward cache. */
export function onPageHidden(listener: () => void): () => void {
  return on(globalThis.document, 'visibilitychange', () => isVisible() || listener());
}

/** Calls `listener` when the page is left: it ends, or goes into the back/forward cache. */
export function onPageLeft(listener: () => unknown): () => void {
  return on(globalThis, 'pagehide', listener);
}

/** Gives what some work gives, or what `onLeft` does once the page is left. */
export function untilLeft<Result>(
  work: Result | Promise<Result>,
  onLeft?: () => void,
): Promise<Result | void> {
  let stop: (() => void) | undefined;
  const left = new Promise<void>((resolve) => (stop = onPageLeft(() => resolve(onLeft?.()))));
  return Promise.race([work, left]).finally(stop);
}

/** Calls `listener` when the page is shown again, also from the back/forward cache. */
export function onPageShown(listener: () => void): () => void {
  const stops = [
    on(globalThis.document, 'visibilitychange', () => isVisible() && listener()),
    // At its first load, a page is not shown again.
    on(
      globalThis,
      'pageshow',
      ({ persisted }: Partial<PageTransitionEvent>) => persisted !== false && listener(),
    ),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Calls `listener` when the device has a network again. */
export function onOnline(listener: () => void): () => void {
  return on(globalThis, 'online', listener);
}

/** Calls `listener` when another tab of this site has changed what they share in `localStorage`. */
export function onStored(listener: (event: StorageEvent) => void): () => void {
  return on(globalThis, 'storage', listener as (event: Event) => void);
}

/** Calls `listener` at each event of a type; returns the function that stops it. Where there is no page, nothing happens. */
export function on(target: EventTarget, type: string, listener: (event: Event) => unknown): () => void {
  if (!isPage()) return () => undefined;
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
