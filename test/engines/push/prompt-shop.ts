import { createEmulator } from '../../../src/emulator/app.js';
import type { Page } from '../harness/engine.js';
import { serviceWithTokens } from '../shop.js';

/** A browser with pushes whose visitor has not been asked: what an engine has of that differs, and headless ones have none. */
const platform = `
  const said = { permission: 'default', answer: 'granted', asked: 0 };
  let subscription = null;
  const pushManager = {
    async subscribe() {
      return (subscription ??= {
        toJSON: () => ({ endpoint: 'https://push.example.com/1', keys: {} }),
        unsubscribe: async () => ((subscription = null), true),
      });
    },
    getSubscription: async () => subscription,
  };
  const active = { scriptURL: location.origin + '/service-worker.js', state: 'activated' };
  const registration = { pushManager, active, scope: location.origin + '/', getNotifications: async () => [] };
  const serviceWorker = Object.assign(new EventTarget(), {
    register: async () => registration,
    getRegistrations: async () => [registration],
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker });
  globalThis.PushManager = class {};
  globalThis.Notification = {
    get permission() { return said.permission; },
    requestPermission: async () => { said.asked += 1; said.permission = said.answer; },
  };
  globalThis.said = said;`;

/** What the prompt of a shop is told, unless a test says otherwise. */
export const prompt = {
  fromPage: 1,
  delay: 0,
  categories: [
    { messageTypeId: 1, name: 'Orders and deliveries' },
    { messageTypeId: 2, name: 'Offers of the week, and what is new in the shop' },
  ],
};

export interface PromptShopOptions {
  /** Default: `light`. */
  scheme?: string;
  dir?: string;
  options?: object;
  isModal?: boolean;
  user?: string;
  /** What the page does first. */
  script?: string;
  /** What the shop is called. Default: `Shop`. */
  name?: string;
  /** HTML in the head of the page, after the shop's own style. */
  head?: string;
  /** What the shop is about. Default: mugs, and a button. */
  main?: string;
}

/** A shop with a bell in its header, under a strict policy. Its root is as small as many sites have it. */
export function createPromptShop({
  scheme = 'light',
  dir = 'ltr',
  options = prompt,
  isModal = false,
  user = 'ada',
  script = '',
  name = 'Shop',
  head = '',
  main = '<h1>Mugs</h1><button id="buy">Buy</button><p>Every mug is made by hand.</p>',
}: PromptShopOptions = {}) {
  const emulator = createEmulator();
  const html = `<!doctype html><html lang="en" dir="${dir}"><meta name="viewport" content="width=device-width">
    <title>Shop</title><style nonce="n">:root { color-scheme: ${scheme}; font: 62.5%/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText }
    body { margin: 0; text-align: center; letter-spacing: .1em } header { display: flex; justify-content: space-between; align-items: center; padding: 1rem 2rem; font-size: 1.6rem }</style>${head}
    <header><strong>${name}</strong><tidings-push-bell></tidings-push-bell></header>
    <main>${main}</main>
    <tidings-push-prompt></tidings-push-prompt>
    ${isModal ? '<dialog>Sizes</dialog><script nonce="n">document.querySelector("dialog").showModal()</script>' : ''}
    <script nonce="n">${platform}</script>
    <script type="module" nonce="n">
      import { createClient, startPush } from 'tidings';
      globalThis.errors = [];
      globalThis.choices = [];
      globalThis.client = createClient({
        apiKey: '${emulator.keys.web}', baseUrl: location.origin,
        getToken: async (who) => (await fetch('/token?email=' + who.email)).text(),
      });
      client.on('error', ({ name, message }) => errors.push(name + ': ' + message));
      /** What the prompt of a shop is told, unless a test says otherwise. */
export const prompt = ${JSON.stringify(options)};
      globalThis.push = startPush(client, {
        applicationServerKey: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        prompt: { ...prompt, onChoice: (choice) => void choices.push(choice) },
      });
      document.querySelector('#buy').onclick = () => client.track('bought');
      ${user && `await client.identify({ email: '${user}@example.com' });`}
      ${script}
    </script>`;
  const headers = {
    'content-security-policy':
      "default-src 'self'; script-src 'self' 'nonce-n'; style-src 'self' 'nonce-n'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types tidings",
  };
  return {
    pages: { '/': { html, headers }, '/other': { html, headers } },
    service: serviceWithTokens(emulator),
  };
}

/** Waits until the prompt asks. */
export const asked = (page: Page) =>
  page.waitUntil(() =>
    document.querySelector('tidings-push-prompt')?.shadowRoot?.querySelector('.panel:not([hidden]) .yes'),
  );

/** Waits until nothing moves in an element. */
export const still = (page: Page, name: string) =>
  page.waitUntil(
    (name: string) =>
      document
        .querySelector(name)
        ?.shadowRoot?.getAnimations()
        .every(({ playState }) => playState === 'finished'),
    name,
  );
