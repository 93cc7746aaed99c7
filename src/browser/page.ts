/** Whether there is a page here, as there is none during server rendering. */
export function isPage(): boolean {
  return typeof document === 'object';
}

/** Calls `listener` when the page is hidden: the last moment that every browser tells of. */
export function onPageHidden(listener: () => void): () => void {
  return on(document, 'visibilitychange', () => document.visibilityState === 'hidden' && listener());
}

/** Calls `listener` when the page is shown again, also from the back/forward cache. */
export function onPageShown(listener: () => void): () => void {
  return on(document, 'visibilitychange', () => document.visibilityState === 'visible' && listener());
}

/** Calls `listener` when the device has a network again. */
export function onOnline(listener: () => void): () => void {
  return on(globalThis, 'online', listener);
}

function on(target: EventTarget, type: string, listener: () => unknown): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
