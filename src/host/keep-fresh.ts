import { onPageShown } from '../browser/page.js';
import type { Host } from './host.js';

/** A visitor's messages, on this device and at the service. */
export interface FreshMessages {
  /** Reads those that are kept on this device for whoever the visitor is. */
  recall(): Promise<void>;
  /** Asks the service for them. */
  refresh(): Promise<void>;
}

/** What is kept fresh, and when. */
export interface FreshOptions {
  host: Host;
  messages: FreshMessages;
  /** After how long away the page asks again, in milliseconds. Default: 5 minutes. */
  refreshAfter?: number | undefined;
  /** Hears that the visitor or their consent has changed, before their messages are recalled. */
  onChange?: () => void;
  now: () => number;
}

/**
 * Recalls and refreshes a visitor's messages at the start, when the visitor or their consent changes, and when the
 * page is shown again after a while. Gives the function that stops it.
 */
export function keepFresh({
  host,
  messages,
  refreshAfter = 300_000,
  onChange,
  now,
}: FreshOptions): () => void {
  let askedAt = now();
  const refresh = () => {
    askedAt = now();
    messages.refresh().catch(host.report);
  };
  const begin = () => void messages.recall().then(refresh, host.report);
  const restart = () => {
    onChange?.();
    begin();
  };
  const stops = [
    host.on('user', restart),
    host.on('consent', restart),
    // What other tabs did meanwhile, a page in the back/forward cache has not heard.
    onPageShown(
      () => void messages.recall().then(() => now() - askedAt > refreshAfter && refresh(), host.report),
    ),
  ];
  begin();
  return () => stops.forEach((stop) => stop());
}
