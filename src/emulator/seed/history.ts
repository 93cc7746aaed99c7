import type { DataFields } from '../../api/models/data-fields.js';
import type { CampaignRow } from '../state/project.js';
import { messagesOf } from '../state/project.js';
import type { Person } from '../people/person.js';
import { writeProfile } from '../people/profile.js';
import { recordEvent } from '../events/event-store.js';
import { sendMessage } from '../messages/sending.js';
import type { Service } from '../state/service.js';
import { items } from './items.js';
import type { Letters } from './letters.js';
import { between, pick, type Luck } from './luck.js';
import type { SiteCampaigns } from './site-messages.js';
import { DAY, MINUTE } from '../time.js';

/** Something that happened at the shop; `then` does it again, at its time. */
interface Happening {
  /** In milliseconds since the epoch. */
  at: number;
  then(service: Service): void;
}

/** The shop as its past is made up: who bought, and what was sent. */
export interface Shop {
  customers: Person[];
  subscribers: Person[];
  letters: Letters;
  site: SiteCampaigns;
  /** The channel of the letters that people may turn off. */
  lettersChannelId: number;
}

/** Lets a year of the shop pass, in the order of time. */
export function seedHistory(service: Service, luck: Luck, shop: Shop): void {
  const now = service.clock.now();
  const { customers, letters } = shop;
  const happenings = [
    ...customers.flatMap((person, index) => visits(luck, { person, now, many: index === 0 })),
    ...customers.flatMap((person, index) => orders(luck, { person, letters, now, many: index === 0 })),
    ...letters.news.flatMap((campaign) => newsletter(luck, campaign, shop.subscribers)),
    ...customers.flatMap((person, index) => siteMessages(luck, shop.site, { person, now, all: index === 0 })),
    ...unsubscriptions(luck, shop, now),
  ];
  for (const { at: moment, then } of happenings.sort((a, b) => a.at - b.at)) {
    // The service tells moments in whole milliseconds.
    const at = Math.floor(moment);
    if (at < now) then({ ...service, clock: { ...service.clock, now: () => at } });
  }
}

interface Visitor {
  person: Person;
  now: number;
  /** Whether they are there often. */
  many: boolean;
}

function visits(luck: Luck, { person, now, many }: Visitor): Happening[] {
  return Array.from({ length: between(luck, many ? 20 : 4, many ? 30 : 18) }, () => {
    const item = pick(luck, items);
    const eventName = pick(luck, [
      'product-viewed',
      'product-viewed',
      'product-viewed',
      'favourite-added',
      'searched',
    ]);
    const fields: DataFields =
      eventName === 'searched'
        ? { query: item.name.split(' ')[1] }
        : { sku: item.id, name: item.name, category: item.category };
    const at = now - luck() * luck() * 365 * DAY;
    return {
      at,
      then: (service) => void recordEvent(service, 'customEvent', person, { eventName, ...fields }),
    };
  });
}

function orders(luck: Luck, { person, letters, now, many }: Visitor & { letters: Letters }): Happening[] {
  return Array.from({ length: many ? 6 : between(luck, 0, 7) }, () => {
    const at = now - luck() * 365 * DAY;
    const basket = basketOf(luck);
    const happened = [
      { at, then: (service: Service) => void buy(service, person, { basket, campaign: letters.order }) },
    ];
    if (luck() >= 0.3) return happened;
    const announce = (service: Service) => void sendMessage(service, { campaign: letters.delivery, person });
    return [...happened, { at: at + DAY, then: announce }];
  }).flat();
}

/** What someone orders: items of the shop as commerce has them. */
export type Basket = { id: string; name: string; price: number; quantity: number; categories: string[] }[];

/** One to three items that chance picks. */
export function basketOf(luck: Luck): Basket {
  return Array.from({ length: between(luck, 1, 3) }, () => pick(luck, items)).map(
    ({ id, name, price, category }) => ({
      id,
      name,
      price,
      quantity: between(luck, 1, 2),
      categories: [category],
    }),
  );
}

/** An order, the campaign that confirms it, and what led to it. */
interface Order {
  basket: Basket;
  campaign: CampaignRow | undefined;
  credit?: DataFields;
}

/** Records an order as a purchase, counts it in the profile, and confirms it by email; gives what was bought. */
export function buy(
  service: Service,
  person: Person,
  { basket: shoppingCartItems, campaign, credit }: Order,
): DataFields {
  const sum = shoppingCartItems.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const bought = { total: Math.round(sum * 100) / 100, shoppingCartItems };
  const id = `order-${service.tables.nextId()}`;
  recordEvent(service, 'purchase', person, { ...bought, ...credit }, { id });
  const spent = Number(person.dataFields['totalSpent'] ?? 0) + bought.total;
  writeProfile(service, person, {
    orderCount: Number(person.dataFields['orderCount'] ?? 0) + 1,
    totalSpent: Math.round(spent * 100) / 100,
    lastOrderAt: new Date(service.clock.now()).toISOString().slice(0, 10),
  });
  if (campaign) sendMessage(service, { campaign, person, dataFields: bought });
  return bought;
}

function newsletter(luck: Luck, campaign: CampaignRow, subscribers: Person[]): Happening[] {
  campaign.endedAt = campaign.createdAt + 10 * MINUTE;
  campaign.sendSize = subscribers.length;
  return subscribers.flatMap((person) => {
    const at = campaign.createdAt + luck() * 5 * MINUTE;
    const about = { campaignId: campaign.id, templateId: campaign.templateId };
    const opened = at + luck() * 2 * DAY;
    const then =
      (type: string, fields: DataFields = {}) =>
      (service: Service) =>
        void recordEvent(service, type, person, { ...about, ...fields });
    const sent = { at, then: (service: Service) => void sendMessage(service, { campaign, person }) };
    const isOpened = luck() < 0.45;
    const isClicked = isOpened && luck() < 0.3;
    return [
      sent,
      ...(isOpened ? [{ at: opened, then: then('emailOpen') }] : []),
      ...(isClicked
        ? [{ at: opened + MINUTE, then: then('emailClick', { url: 'https://shop.example.com/news' }) }]
        : []),
    ];
  });
}

/** What the shop shows on its pages: all of it to one person, some of it to each of the others. */
function siteMessages(
  luck: Luck,
  { inApp, embedded }: SiteCampaigns,
  { person, now, all }: { person: Person; now: number; all: boolean },
): Happening[] {
  const campaigns = [...inApp.filter(() => all || luck() < 0.25), ...embedded];
  return campaigns.flatMap((campaign) => {
    const at = now - (1 + luck() * 25) * DAY;
    const prefix = campaign.messageMedium === 'InApp' ? 'inApp' : 'embedded';
    const isSeen = !all && luck() < 0.4;
    const isClicked = isSeen && luck() < 0.3;
    const send = (service: Service) => {
      const outcome = sendMessage(service, { campaign, person });
      if (!('messageId' in outcome) || !isSeen) return;
      const message = messagesOf(service).get(outcome.messageId);
      if (message) message.isRead = prefix === 'inApp';
      const about = {
        messageId: outcome.messageId,
        campaignId: campaign.id,
        templateId: campaign.templateId,
      };
      recordEvent(service, prefix === 'inApp' ? 'inAppOpen' : 'embeddedReceived', person, about);
      const look = { displayCount: 1, displayDuration: 3 };
      if (prefix === 'embedded') recordEvent(service, 'embeddedImpression', person, { ...about, ...look });
      if (isClicked) recordEvent(service, `${prefix}Click`, person, about);
    };
    return [{ at, then: send }];
  });
}

/** A few people have had enough of the letters. */
function unsubscriptions(
  luck: Luck,
  { subscribers, letters, lettersChannelId }: Shop,
  now: number,
): Happening[] {
  const campaignId = letters.news.at(-1)?.id;
  return subscribers
    .filter((_, index) => index % 17 === 16)
    .map((person) => ({
      at: now - luck() * 30 * DAY,
      then: (service) => {
        recordEvent(service, 'emailUnSubscribe', person, { campaignId, unsubSource: 'EmailLink' });
        person.unsubscribedChannelIds = [...person.unsubscribedChannelIds, lettersChannelId];
      },
    }));
}
