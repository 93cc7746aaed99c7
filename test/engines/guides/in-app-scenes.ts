import type { NativeView } from '../../../src/index.js';
import type { Page } from '../harness/engine.js';
import type { SetScene } from '../harness/harness.js';
import { atRest, createMessageShop, shown, type Sent } from '../in-app/message-shop.js';
import { viewed } from '../in-app/native-shop.js';
import { createInboxShop, listed } from '../in-app/inbox-shop.js';
import { heading, pictureAt, shelf, style, withPictures } from './shop-front.js';
import { drawn, HALF, part, sized, together, WIDE } from './taken.js';

const sale: Omit<NativeView, 'kind'> = {
  title: 'Winter table',
  body: 'Bowls and mugs in moss green are at a third less, until Sunday.',
  image: { url: `SITE${pictureAt('bowl-moss')}`, alt: '' },
  buttons: [
    { label: 'See them', url: '/sale' },
    { label: 'Later', url: 'tidings://dismiss' },
  ],
};

const survey: NativeView = {
  kind: 'modal',
  title: 'How was it?',
  fields: [
    { name: 'rating', type: 'rating', label: 'How do you like your mug?', required: true },
    {
      name: 'found',
      type: 'choice',
      label: 'How did you find us?',
      options: ['A friend', 'Searching'],
    },
    { name: 'more', type: 'text', label: 'Anything else?' },
  ],
  submit: { to: 'track', event: 'survey-answered', thanks: 'Thank you, Ada! The next parcel is on us.' },
};

/** A message of HTML, with a style of its own. */
const letter = `<style>
    body { margin: 0; background: #2f5d50; color: #f3e9d8; font: 16px/1.5 system-ui, sans-serif; text-align: center }
    img { display: block; width: 100%; height: 190px; object-fit: cover }
    div { padding: 20px 28px 26px }
    h2 { margin: 0 0 8px; font: 600 24px/1.2 Georgia, serif }
    p { margin: 0 0 18px }
    a { display: inline-block; padding: 10px 22px; border-radius: 99px; background: #f3e9d8; color: #22261f; font-weight: 600; text-decoration: none }
  </style>
  <img src="SITE${pictureAt('mug-honey', 'wide')}" alt=""><div><h2>Good to see you, Ada</h2>
  <p>Your first order ships for free.<br>The code is <strong>HONEY</strong>.</p><a href="/sale">To the mugs</a></div>`;

const goods = [
  ...['mug-moss', 'bowl-clay', 'lamp-honey', 'plant-moss'],
  ...['candle-plum', 'scarf-honey', 'notebook-clay', 'tea-harbour'],
];

/** Opens a page of the shop whose visitor has a message, once it stands there. */
async function openWith(setScene: SetScene, message: Sent): Promise<Page> {
  const { service, ...shop } = await createMessageShop([message], {
    head: style,
    heading,
    body: shelf(...goods),
  });
  const { open } = await setScene({ ...shop, service: withPictures(service) });
  const page = await open('/', { calm: true });
  await shown(page);
  return page;
}

/** A message of HTML in the middle of a page. */
export async function html(setScene: SetScene): Promise<Page> {
  const page = await openWith(setScene, { html: letter });
  await sized(page, { width: WIDE, height: 480 });
  await page.frame('iframe').waitUntil(drawn);
  await atRest(page);
  return page;
}

/** Each view of fields alone. */
export async function views(setScene: SetScene): Promise<Page> {
  const small = { width: HALF, height: 560 };
  const sizes = { 'slide-up': { width: 640, height: 320 }, modal: small, full: small } as const;
  const parts = [];
  for (const kind of ['slide-up', 'modal', 'full'] as const) {
    const page = await openWith(setScene, viewed({ ...sale, kind }));
    parts.push(await part(page, kind, sizes[kind]));
  }
  return together(setScene, parts, 936);
}

/** A form as it is filled in, and once it was sent. */
export async function form(setScene: SetScene): Promise<Page> {
  const size = { width: HALF, height: 580 };
  const page = await openWith(setScene, viewed(survey));
  await sized(page, size);
  // Arrows go through a group, as in any form.
  await page.evaluate(focusFirst);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.press(key);
  for (const key of ['Tab', ' ']) await page.press(key);
  await page.type('input:not([type=radio])', 'A lid for it, please');
  const filled = await part(page, 'form', size);
  await page.press('Enter');
  await page.waitUntil(() => {
    const view = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog > div');
    return view?.shadowRoot?.querySelector('[role=status]')?.textContent;
  });
  return together(setScene, [filled, await part(page, 'thanks', size)], 620);
}

/** Gives the focus to the first field of a view. It runs in the page. */
function focusFirst() {
  const view = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog > div');
  view?.shadowRoot?.querySelector('input')?.focus();
}

const HOUR = 3_600_000;
const letters = [
  {
    ...{ title: 'Your order is on its way', subtitle: 'It comes on Friday, between nine and twelve.' },
    ...{ id: 'tea-harbour', category: 'Orders', age: 2 * HOUR },
  },
  {
    ...{ title: 'A second mug for half the price', subtitle: 'For all who have bought one of the spring.' },
    ...{ id: 'mug-clay', category: 'Offers', age: 26 * HOUR },
  },
  {
    ...{ title: 'How do you like your lamp?', subtitle: 'Two questions, and you are done.' },
    ...{ id: 'lamp-honey', category: 'Orders', age: 75 * HOUR },
  },
  {
    ...{ title: 'Welcome', subtitle: 'Good to see you. Here is what we make, and who makes it.' },
    ...{ id: 'plant-moss', category: 'Letters', age: 290 * HOUR },
  },
];

/** The inbox of a visitor who has read two of four. */
export async function inbox(setScene: SetScene): Promise<Page> {
  const messages = letters.map(({ title, subtitle, id, category, age }, index) => ({
    messageId: String(index),
    createdAt: Date.now() - age,
    read: index > 1,
    ...{
      saveToInbox: true,
      trigger: { type: 'never' },
      content: { html: `<h1>${title}</h1>` },
      jsonOnly: false,
    },
    inboxMetadata: { title, subtitle, icon: `SITE${pictureAt(id)}` },
    customPayload: { category },
  }));
  const { service, ...shop } = createInboxShop({
    messages,
    head: `${style}<style nonce="n">main { max-width: none; padding-bottom: 1rem } tidings-inbox { display: block; margin: 1rem 1.25rem }</style>`,
    attributes: 'filters="all unread categories"',
  });
  const { open } = await setScene({ ...shop, service: withPictures(service) });
  const page = await open();
  await listed(page, letters.length);
  await sized(page, { width: WIDE, height: 480 });
  return page;
}
