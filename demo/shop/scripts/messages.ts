import { startEmbedded, startInApp, type Client, type InApp } from 'tidings';
import { badge, kind, nonce, say } from './page.js';

/** Where the messages of the shop believe that it is. */
const SHOP = 'https://shop.example.com';
/** Messages that nobody asked for keep their distance, in milliseconds. */
const INTERVAL = 300_000;

/** What buttons of messages ask the page for. */
const actions: Record<string, string> = {
  welcome: 'Your first order ships for free.',
  tasting: 'A seat is kept for you on Friday.',
};

/** Shows the visitor's messages: over the page, in the places set aside for them, and in the inbox. */
export function startMessages(client: Client): InApp {
  const onAction = (name: string) => say(actions[name] ?? `A message asks for ${name}.`);
  startEmbedded(client, { onAction, openUrl });
  const inApp = startInApp(client, {
    onAction,
    openUrl,
    interval: INTERVAL,
    cspNonce: nonce,
    // Nobody is interrupted while they pay.
    beforeShow: () => kind !== 'checkout',
  });
  // The back office has sent something. What cannot be got now comes with the next page.
  new BroadcastChannel('tidings-demo').onmessage = () => void inApp.refresh().catch(() => undefined);
  inApp.inbox.subscribe(({ unread }) => badge('inbox', unread));
  return inApp;
}

function openUrl(url: string) {
  const { origin, pathname, search } = new URL(url, location.href);
  location.href = origin === SHOP ? pathname + search : url;
}
