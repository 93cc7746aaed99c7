import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Service } from '../service.js';
import { itemBy, pictureOf } from './goods.js';
import { account } from './pages/account.js';
import { cart } from './pages/cart.js';
import { category } from './pages/category.js';
import { checkout, thanks } from './pages/checkout.js';
import { home } from './pages/home.js';
import { inbox } from './pages/inbox.js';
import { layout, type Content, type Visit } from './pages/layout.js';
import { product } from './pages/product.js';
import { drawings } from './drawings.js';
import { visitorOf } from './session.js';

/** Addresses that messages of the shop lead to, and where that is here. */
const MOVED = {
  '/autumn': '/wear',
  '/friends': '/account',
  '/gifts': '/everything',
  '/hours': '/',
  '/rate': '/product/candle-plum',
};

/** The pages of the shop, each made for whoever asks. */
export function shopPages(service: Service): Hono {
  const app = new Hono();
  const page = (path: string, content: (visit: Visit, context: Context) => Found | Promise<Found>) =>
    app.get(path, async (context) => {
      const visit = visitOf(context, service);
      const found = await content(visit, context);
      context.header('Content-Security-Policy', policyOf(visit));
      return context.html(await layout(visit, found ?? missing()), found ? 200 : 404);
    });

  page('/', home);
  page('/product/:id', (_, { req }) => product(req.param('id') ?? ''));
  page('/cart', cart);
  page('/checkout', checkout);
  page('/thanks', thanks);
  page('/account', account);
  page('/inbox', inbox);
  for (const [from, to] of Object.entries(MOVED)) app.get(from, (context) => context.redirect(to));
  app.get('/pictures/:name', ({ req }) => pictureAt(req.param('name').replace(/\.svg$/, '')));
  page('/:category', (_, { req }) => category(req.param('category') ?? '', req.query('search')));
  page('*', () => undefined);
  return app;
}

type Found = Content | undefined;

function visitOf(context: Context, service: Service): Visit {
  const panel = getCookie(context, 'panel');
  return {
    service,
    person: visitorOf(context.req.raw, service),
    path: context.req.path,
    isPanelOpen: panel === undefined ? undefined : panel === 'open',
    nonce: randomUUID(),
  };
}

/** What the page may do: scripts of its own and nobody else's; style and pictures also for messages in it. */
function policyOf({ service, nonce }: Visit): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    `connect-src 'self' ${service.baseUrl ? new URL(service.baseUrl).origin : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types tidings',
  ].join('; ');
}

function missing(): Content {
  const main = html`<section class="thanks">
    <h1>Not here</h1>
    <p class="lead">There is no such page in the shop. <a href="/everything">Everything</a> that there is.</p>
  </section>`;
  return { title: 'Not here', kind: 'missing', main };
}

function pictureAt(name: string): Response {
  const item = itemBy(name);
  const drawing = item ? pictureOf(item) : drawings[name];
  if (!drawing) return new Response('There is no such picture.\n', { status: 404 });
  const headers = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'max-age=3600' };
  return new Response(drawing, { headers });
}
