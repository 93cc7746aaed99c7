import { html, raw } from 'hono/html';
import type { Service } from '../../service.js';
import { categories } from '../goods.js';
import type { Person } from '../people.js';
import { RELAY } from '../relay.js';

/** HTML that is safe to put into other HTML. */
export type Html = ReturnType<typeof html>;

/** Who asks for a page, and of what. */
export interface Visit {
  service: Service;
  /** Whoever is logged in. */
  person: Person | undefined;
  /** The page's path. */
  path: string;
  /** Whether the panel is open; undefined until the visitor has chosen. */
  isPanelOpen: boolean | undefined;
  /** What the page's own scripts carry, so that no others run. */
  nonce: string;
}

/** What a page's scripts are told. */
export interface Setup {
  apiKey: string;
  /** Absent where the page's own origin answers for the service. */
  baseUrl?: string | undefined;
  /** Where on this site the relay is. */
  relay: string;
  user?: { email: string } | undefined;
  name?: string | undefined;
  isEmulator: boolean;
}

/** A page's own part. */
export interface Content {
  title: string;
  /** What kind of page it is, for its scripts. */
  kind: 'home' | 'category' | 'product' | 'cart' | 'checkout' | 'thanks' | 'account' | 'inbox' | 'missing';
  main: Html | Promise<Html>;
}

/** A whole page of the shop. */
export function layout(visit: Visit, { title, kind, main }: Content) {
  const { isPanelOpen, person, nonce } = visit;
  const panel = isPanelOpen === undefined ? '' : isPanelOpen ? 'open' : 'closed';
  return html`<!doctype html>
    <html lang="en" data-panel="${panel}" data-known="${person ? 'yes' : 'no'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Harbour & Moss</title>
        <meta name="description" content="Small things for the house, made to last." />
        <link rel="icon" href="/pictures/mark.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/styles/base.css" />
        <link rel="stylesheet" href="/styles/shop.css" />
        <link rel="stylesheet" href="/panel-styles/panel.css" />
        <script type="application/json" id="setup">
          ${json(setupOf(visit))}
        </script>
        <link rel="modulepreload" href="/scripts/panel.js" nonce="${nonce}" />
        <script type="module" src="/scripts/main.js" nonce="${nonce}"></script>
      </head>
      <body data-kind="${kind}">
        <a class="skip" href="#main">Skip to the content</a>
        <div class="shop">
          ${header(visit)}
          <main id="main" tabindex="-1">${main}</main>
          ${footer(visit)}
        </div>
        ${consentBanner()}
        <p id="toast" role="status"></p>
      </body>
    </html>`;
}

function setupOf({ service, person }: Visit): Setup {
  const { webKey: apiKey, baseUrl, emulator } = service;
  const user = person && { email: person.email };
  return { apiKey, baseUrl, relay: RELAY, user, name: person?.name, isEmulator: emulator !== undefined };
}

/** JSON that no text in it can end early. */
export const json = (value: unknown) => raw(JSON.stringify(value).replaceAll('<', '\\u003c'));

function header({ path, person }: Visit) {
  const current = (address: string) => (path === address ? raw('aria-current="page"') : '');
  return html`<header class="top">
    <a class="brand" href="/"><img src="/pictures/mark.svg" alt="" width="28" height="28" />Harbour & Moss</a>
    <nav aria-label="Shop">
      <ul>
        ${categories.map((one) => html`<li><a href="/${one.path}" ${current(`/${one.path}`)}>${one.name}</a></li>`)}
      </ul>
    </nav>
    <nav aria-label="Yours" class="yours">
      <ul>
        <li>
          <a href="/account" ${current('/account')}>${person ? person.name.split(' ')[0] : 'Log in'}</a>
        </li>
        <li>
          <a href="/inbox" ${current('/inbox')}
            >Inbox <span class="count" data-count="inbox" hidden></span
          ></a>
        </li>
        <li>
          <a href="/cart" ${current('/cart')}>Cart <span class="count" data-count="cart" hidden></span></a>
        </li>
      </ul>
    </nav>
  </header>`;
}

function footer({ service }: Visit) {
  return html`<footer class="bottom">
    <div>
      <p class="brand">Harbour & Moss</p>
      <p>Small things for the house, made to last. This shop sells nothing: it is the demo of Tidings.</p>
    </div>
    <nav aria-label="About this demo">
      <ul>
        <li><a href="/admin">The shop’s desk</a></li>
        <li><a href="/docs/">Guides</a></li>
        ${service.emulator ? html`<li><a href="/console">Look into the service</a></li>` : ''}
      </ul>
    </nav>
  </footer>`;
}

function consentBanner() {
  return html`<section id="consent" class="consent" aria-labelledby="consent-title" hidden>
    <div>
      <h2 id="consent-title">May we remember what you look at?</h2>
      <p>It lets us show you what suits you. Until you answer, nothing is kept on your device.</p>
    </div>
    <p class="buttons">
      <button type="button" data-consent="granted" class="primary">Allow</button>
      <button type="button" data-consent="denied">Refuse</button>
    </p>
  </section>`;
}
