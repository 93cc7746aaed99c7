import { startRecurring } from '../campaigns/recurring.js';
import type { CampaignRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import { seedCampaign, type MessageTypes } from './campaigns.js';
import { items } from './items.js';
import { emailHtml } from './message-html.js';
import { pictureAddress } from './pictures.js';
import { DAY } from '../time.js';

const SHOP = 'https://shop.example.com';

/** Subject and text of each letter. */
const WELCOME: [string, string] = [
  'Welcome, {{firstName}}',
  `<p>Glad to have you.</p><p><a href="${SHOP}/">To the shop</a></p>`,
];
const ORDER: [string, string] = [
  'Your order is on its way',
  '<p>Dear {{firstName}},</p><p>we packed {{#each shoppingCartItems}}{{quantity}} &times; {{name}}' +
    '{{#unless @last}}, {{/unless}}{{/each}}. In all: <strong>{{total}}</strong>.</p>' +
    `<p><a href="${SHOP}/orders">Your orders</a></p>`,
];
const CART: [string, string] = [
  'Still there, {{firstName}}?',
  `<p>Your cart waits for you.</p><p><a href="${SHOP}/cart">To the cart</a></p>`,
];

/** The text of the weekly letter. */
const PICKS =
  '<p>Dear {{firstName}}, see what is new.</p>' +
  `<p><a href="${SHOP}/new">All that is new</a>, or <a href="${SHOP}/sale">what is left of the old</a>.</p>`;

/** What the shop sends out: one campaign for each occasion. */
export interface Letters {
  /** One blast every two months, oldest first. */
  news: CampaignRow[];
  welcome: CampaignRow;
  order: CampaignRow;
  cart: CampaignRow;
  stock: CampaignRow;
  stockInBrowser: CampaignRow;
  delivery: CampaignRow;
}

const subjects = [
  'Spring on the table',
  'Made of clay',
  'Long evenings',
  'Ten teas',
  'Back to the desk',
  'Wool again',
];

/** Makes the campaigns of everything that the shop sends by email, push and text message. */
export function seedLetters(
  service: Service,
  types: MessageTypes,
  { newsletter, labels }: { newsletter: number; labels: { seasonal: number; always: number } },
): Letters {
  const letter = (name: string, messageTypeId: number, [subject, body]: [string, string]) =>
    seedCampaign(service, {
      name,
      channel: 'email',
      messageTypeId,
      labelIds: [labels.always],
      age: 390,
      content: { subject, html: emailHtml(subject, body), ...sender },
    });
  return {
    news: subjects.map((subject, index) => news(service, { subject, index, types, newsletter, labels })),
    welcome: letter('Welcome letter', types.news, WELCOME),
    order: letter('Order confirmation', types.orders, ORDER),
    cart: letter('Cart reminder', types.news, CART),
    stock: stockPush(service, types, 'Push'),
    stockInBrowser: stockPush(service, types, 'WebPush'),
    delivery: seedCampaign(service, {
      name: 'Out for delivery',
      channel: 'sms',
      messageTypeId: types.deliveries,
      labelIds: [labels.always],
      age: 300,
      content: { message: 'Harbour & Moss: your parcel comes today, {{firstName}}. ' + `${SHOP}/parcel` },
    }),
  };
}

/** Makes the letter that the shop writes every week for a year, from the third day on. */
export function seedWeeklyLetter(
  service: Service,
  { news }: MessageTypes,
  { newsletter, labels }: { newsletter: number; labels: { always: number } },
): void {
  const subject = 'Picks of the week';
  const campaign = seedCampaign(service, {
    name: subject,
    channel: 'email',
    type: 'Blast',
    state: 'Ready',
    messageTypeId: news,
    listIds: [newsletter],
    labelIds: [labels.always],
    age: 4,
    content: { subject, html: emailHtml(subject, PICKS), ...sender },
  });
  const now = service.clock.now();
  startRecurring(service, campaign, { firstAt: now + 3 * DAY, everyDays: 7, until: now + 365 * DAY });
}

function stockPush(service: Service, { offers }: MessageTypes, medium: 'Push' | 'WebPush'): CampaignRow {
  return seedCampaign(service, {
    name: medium === 'Push' ? 'Back in stock' : 'Back in stock, in the browser',
    channel: 'push',
    medium,
    messageTypeId: offers,
    age: 200,
    content: { title: 'Back in stock', message: 'The {{itemName}} you looked at is here again.' },
  });
}

const sender = {
  fromName: 'Harbour & Moss',
  fromEmail: 'hello@shop.example.com',
  replyToEmail: 'hello@shop.example.com',
  preheaderText: 'News from the shop',
};

interface News {
  subject: string;
  index: number;
  types: MessageTypes;
  newsletter: number;
  labels: { seasonal: number };
}

function news(service: Service, { subject, index, types, newsletter, labels }: News): CampaignRow {
  const shown = items[(index * 7) % items.length];
  const picture = shown
    ? `<img src="${pictureAddress(shown)}" alt="${shown.name}" width="240" style="border-radius:16px">`
    : '';
  const body =
    `<p>Dear {{firstName}},</p>${picture}<p>this is what we made since we last wrote.</p>` +
    `<p><a href="${SHOP}/news">See all of it</a></p>`;
  const german = '<p>Liebe Grüße aus der Werkstatt, {{firstName}}.</p>';
  return seedCampaign(service, {
    name: `Newsletter: ${subject}`,
    channel: 'email',
    type: 'Blast',
    state: 'Finished',
    messageTypeId: types.news,
    listIds: [newsletter],
    labelIds: [labels.seasonal],
    age: 345 - index * 60,
    content: { subject, html: emailHtml(subject, body), ...sender },
    locales: { 'de-DE': { subject: `Neues: ${subject}`, html: emailHtml(`Neues: ${subject}`, german) } },
  });
}
