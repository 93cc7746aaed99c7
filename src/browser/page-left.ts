import { onPageLeft, onPageShown } from './page.js';

/** How long a page that is back may still get what was answered while it was left, in milliseconds. */
const GRACE = 1_000;

/** Where the visitor is: on the page, or gone from it for as long as the back/forward cache keeps it, or for good. */
export interface PageLeft {
  /** While the page is left: resolves once it is shown again. */
  readonly away: Promise<void> | undefined;
  /**
   * Aborted soon after the page is back from being left. Some browsers give it what was answered meanwhile; others give
   * nothing, not even a failure. Each return begins another.
   */
  readonly signal: AbortSignal;
  /** Ends it: from then on, the page counts as shown. */
  close(): void;
}

/** Makes the watch over a client's page. */
export function createPageLeft(): PageLeft {
  let calls = new AbortController();
  let away: Promise<void> | undefined;
  let come = () => {};

  function comeBack() {
    if (!away) return;
    setTimeout((left) => left.abort(), GRACE, calls);
    calls = new AbortController();
    away = undefined;
    come();
  }
  // Firefox breaks off what runs as it ends the page's process, once: of one that was not left, nothing would be kept.
  const listen = () => onPageLeft(() => (away ??= new Promise((resolve) => (come = resolve))));
  const stops = [listen(), listen(), onPageShown(comeBack), comeBack];

  return {
    get away() {
      return away;
    },
    get signal() {
      return calls.signal;
    },
    close: () => stops.forEach((stop) => stop()),
  };
}
