import { expect } from 'vitest';
import { allow, brief, DESK, logIn, settled, setup as setUpShop } from '../demo/visit-shop.js';
import { goTo, setup as setUpConsole } from '../console/console.js';
import type { Client } from '../../../src/index.js';
import type { Page } from '../harness/engine.js';
import type { SetScene } from '../harness/harness.js';
import { lines, lookIn } from '../look-in.js';
import { asked, createPromptShop, prompt, still } from '../push/prompt-shop.js';
import { createVisitor } from '../visitor.js';
import { heading, shelf, style, withPictures } from './shop-front.js';
import { HALF, part, sized, together, WIDE } from './taken.js';

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const roots: ShadowRoot[];

/** The shop of `npm start`, with something in the cart. */
export async function shop(setScene: SetScene): Promise<Page> {
  const { site, open } = await setUpShop(setScene);
  const page = await open('/');
  await page.resize(DESK);
  await allow(page);
  await logIn(page, 'Chiara Berger');
  await page.goto(`${site.url}/product/mug-moss`);
  await page.waitUntil(brief);
  await page.click('#order button.primary');
  await settled(page);
  await page.evaluate('scrollTo(0, 0)');
  return page;
}

/** The console of an emulator whose people act by themselves, with what came last laid open. */
export async function console(setScene: SetScene): Promise<Page> {
  const { emulator, call, track, open } = await setUpConsole(setScene, {
    ...{ contents: 'shop', behaviour: 'busy', now: () => Date.UTC(2026, 10, 26, 9, 30) },
  });
  emulator.clock.advance(86_400_000);
  await call('/api/commerce/trackPurchase', {
    user: { email: 'ada@example.com' },
    items: [{ id: 'mug-moss', name: 'Moss mug', price: 14.5, quantity: 2 }],
    total: 29,
  });
  await track('product-viewed', { sku: 'bowl-clay', name: 'Clay bowl' });
  await emulator.settle();
  const page = await open('/#timeline');
  await goTo(page, 'timeline');
  await sized(page, { width: 960, height: 640 });
  await page.click('main .rows li:nth-child(4) summary');
  return page;
}

/** Shows a list of an inspector. It runs in the page. */
function scrollTo(list: string, block: 'end' | 'start') {
  roots[0]?.querySelector(`[aria-label="${list}"]`)?.scrollIntoView({ block });
  if (block === 'end') roots[0]?.querySelector('#body')?.scrollBy(0, 16);
}

/** Messages that do not come by themselves. */
const inAppMessages = [
  {
    ...{ messageId: 'survey', jsonOnly: false, content: { html: '<h2>How was it?</h2>' } },
    ...{ trigger: { type: 'event' }, customPayload: { tidings: { show: { event: 'purchase' } } } },
  },
  {
    ...{ messageId: 'gift', jsonOnly: false, content: { html: '<h2>A gift</h2>' }, priorityLevel: 100.5 },
    ...{ trigger: { type: 'never' }, saveToInbox: true, inboxMetadata: { title: 'A gift for you' } },
  },
];

/** A page with the inspector: what it says first, and what it says further down. */
export async function inspector(setScene: SetScene): Promise<Page> {
  const { send, pageOf, service } = await createVisitor();
  await send({ channel: 'embedded', placementId: 808, title: 'Free shipping', body: 'Today.', url: '' });
  const html = pageOf({
    head: `${lookIn()}${style}<style>tidings-placement { display: block; margin: 1.25rem }</style>`,
    heading,
    body: `<tidings-placement placement-id="808"></tidings-placement>${shelf('mug-moss', 'bowl-clay')}`,
    name: 'startEmbedded, startInApp',
    script: `
      const { startInspector } = await import('tidings/inspector');
      startInspector(client);
      startInApp(client);
      startEmbedded(client);`,
  });
  const { open } = await setScene({
    pages: { '/': html },
    // What the picture shows on its way is never answered.
    service: withPictures(async (request) => {
      if (request.url.includes('/inApp/web/getMessages')) return Response.json({ inAppMessages });
      // It has not sent them, and would refuse to hear of them.
      if (request.url.includes('InApp')) return Response.json({ code: 'Success', msg: '' });
      if ((await request.clone().text()).includes('favourite-added')) return new Promise(() => {});
      return service(request);
    }),
  });
  const page = await open('/', { calm: true });
  await page.waitUntil('globalThis.isReady');
  await page.evaluate(async () => {
    await client.track('product-viewed', { sku: 'mug-moss' });
    await client.updateCart([{ id: 'mug-moss', name: 'Moss mug', price: 14.5, quantity: 1 }]);
  });
  for (const list of ['Placements', 'In-app messages'])
    await expect.poll(() => lines(page, list)).not.toEqual([]);
  await page.evaluate(() => client.flush());
  await page.evaluate(() => client.track('favourite-added', { sku: 'bowl-clay' }));
  await expect.poll(() => lines(page, 'Events')).toContainEqual(expect.stringMatching('favourite-added'));
  const size = { width: HALF, height: 620 };
  const parts = [];
  for (const [list, block] of [
    ['Outbox', 'start'],
    ['Placements', 'end'],
  ] as const) {
    await sized(page, size);
    await page.evaluate(scrollTo, list, block);
    parts.push(await part(page, `inspector-${list}`, size));
  }
  return together(setScene, parts, 660);
}

const categories = [
  { messageTypeId: 1, name: 'Orders and deliveries' },
  { messageTypeId: 2, name: 'Offers of the week', isOn: false },
];

/** A page that asks, with its bell. */
export async function pushPrompt(setScene: SetScene): Promise<Page> {
  const promptStyle = `${style}<style nonce="n">
    :root { font: 1rem/1.5 system-ui, sans-serif; background: #fbf9f4 } body { text-align: start; letter-spacing: normal }
    header { padding: .5rem 1.25rem; border-bottom: 1px solid #e4dfd3; font: 600 1.125rem var(--serif) }
  </style>`;
  const { service, ...promptShop } = createPromptShop({
    head: promptStyle,
    main: `<h1 hidden>Mugs</h1>${shelf('mug-moss', 'bowl-clay', 'lamp-honey', 'plant-moss', 'candle-plum', 'tea-harbour', 'scarf-clay', 'mug-honey')}`,
    name: heading,
    options: { ...prompt, categories },
  });
  const { open } = await setScene({ ...promptShop, service: withPictures(service) });
  const page = await open();
  await sized(page, { width: WIDE, height: 480 });
  await asked(page);
  await still(page, 'tidings-push-prompt');
  return page;
}
