import type { Sdk } from './sdks.js';

/** How an SDK shows messages, as its own documents say it is used. */
export interface MessageSdk {
  id: string;
  inApp: Start;
  embedded: Start;
  /** What each of its cards is. */
  cards: string;
}

/** What the page imports, and what starts it. */
type Start = Pick<Sdk, 'imports' | 'start'>;

const ours = `const client = createClient({ apiKey: 'key', baseUrl: collector, getToken: async () => globalThis.token });`;
const iterable = `const { setEmail } = initializeWithConfig({
  authToken: 'key',
  configOptions: { baseURL: collector + '/api' },
  generateJWT: async () => globalThis.token,
});`;
// HTML needs the first of these options; the second keeps it from asking the network for icons that nothing here shows.
const braze = `braze.initialize('00000000-0000-0000-0000-000000000000', {
  ...{ baseUrl: collector, allowUserSuppliedJavascript: true, doNotLoadFontAwesome: true },
});`;
const feed = `const feed = document.body.appendChild(document.createElement('div'));`;

/** Those that have messages of both kinds, by the ids of all SDKs. */
export const messageSdks: MessageSdk[] = [
  {
    id: 'tidings',
    inApp: {
      imports: `import { createClient, startInApp } from 'tidings';`,
      start: `${ours} startInApp(client); void client.identify({ email: 'ada@example.com' })`,
    },
    embedded: {
      imports: `import { createClient, startEmbedded } from 'tidings';`,
      start: `document.body.insertAdjacentHTML('beforeend', '<tidings-placement placement-id="1"></tidings-placement>');
        ${ours} startEmbedded(client); void client.identify({ email: 'ada@example.com' })`,
    },
    cards: 'li',
  },
  {
    id: 'braze',
    inApp: {
      imports: `import * as braze from '@braze/web-sdk';`,
      start: `${braze} braze.automaticallyShowInAppMessages(); braze.changeUser('ada-1'); braze.openSession()`,
    },
    embedded: {
      imports: `import * as braze from '@braze/web-sdk';`,
      start: `${feed} ${braze} braze.changeUser('ada-1'); braze.openSession(); braze.showContentCards(feed)`,
    },
    cards: '.ab-card',
  },
  {
    id: 'iterable',
    inApp: {
      imports: `import { getInAppMessages, initializeWithConfig } from '@iterable/web-sdk';`,
      start: `${iterable}
        const { request } = getInAppMessages({ count: 20, packageName: 'shop' }, { display: 'immediate' });
        setEmail('ada@example.com').then(request).catch(() => {})`,
    },
    embedded: {
      imports: `import { initializeWithConfig, IterableEmbeddedCard, IterableEmbeddedManager } from '@iterable/web-sdk';`,
      start: `${feed} ${iterable}
        const manager = new IterableEmbeddedManager('shop');
        const cardOf = (message) => IterableEmbeddedCard({ appPackageName: 'shop', message });
        manager.addUpdateListener({
          onMessagesUpdated: () => { feed.innerHTML = manager.getMessages().map(cardOf).join('') },
          onEmbeddedMessagingDisabled: () => {},
        });
        setEmail('ada@example.com').then(() => manager.syncMessages('shop', () => {})).catch(() => {})`,
    },
    cards: '[name$="-card"]',
  },
  {
    id: 'bare',
    inApp: {
      imports: '',
      start: `const frame = document.createElement('iframe');
        Object.assign(frame.style, { position: 'fixed', inset: 0, margin: 'auto', width: '50%', height: '90%', visibility: 'hidden' });
        frame.sandbox = '';
        frame.onload = () => (frame.style.visibility = 'visible');
        fetch(collector + '/bare').then((answer) => answer.json()).then(({ html }) => {
          frame.srcdoc = html;
          document.body.append(frame);
        })`,
    },
    embedded: {
      imports: '',
      start: `fetch(collector + '/bare').then((answer) => answer.json()).then(({ cards }) => {
        const list = document.createElement('ul');
        for (const card of cards) {
          const [item, title, text] = ['li', 'h2', 'p'].map((name) => document.createElement(name));
          title.textContent = card.title;
          text.textContent = card.body;
          item.append(title, text);
          list.append(item);
        }
        document.body.append(list);
      })`,
    },
    cards: 'li',
  },
];
