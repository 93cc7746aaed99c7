import type { InAppPosition } from '../../api/models/in-app.js';
import type { CampaignRow, InAppBehavior } from '../state/project.js';
import type { Service } from '../state/service.js';
import { seedCampaign } from './campaigns.js';
import { items } from './items.js';
import { barHtml, cardHtml, fullHtml, type Card } from './message-html.js';
import { pictureAddress, tintOf } from './pictures.js';

const SHOP = 'https://shop.example.com';

interface SiteMessage extends Omit<Card, 'color' | 'picture' | 'tint'> {
  name: string;
  position: InAppPosition;
  /** The item that it shows, and whose colour it has. */
  itemId: string;
  inApp?: InAppBehavior;
}

/** One in-app message for each position on the screen. */
const inApp: SiteMessage[] = [
  {
    name: 'Welcome',
    position: 'Center',
    itemId: 'mug-harbour',
    title: 'Good to see you, {{firstName}}',
    text: 'Your first order this month ships for free.',
    button: 'Have a look',
    href: 'action://welcome',
    inApp: { priorityLevel: 200.5 },
  },
  {
    name: 'Autumn collection',
    position: 'Full',
    itemId: 'scarf-clay',
    title: 'The autumn collection is here',
    text: 'Wool, linen and clay, in five new colours.',
    button: 'See it all',
    href: `${SHOP}/autumn`,
    inApp: { trigger: { type: 'event' } },
  },
  {
    name: 'Free shipping',
    position: 'Top',
    itemId: 'bowl-harbour',
    title: 'Free shipping',
    text: 'on all orders over 40 until Sunday.',
    button: 'Shop now',
    href: `${SHOP}/`,
  },
  {
    name: 'Opening hours',
    position: 'Bottom',
    itemId: 'plant-moss',
    title: 'We are closed on Monday.',
    text: 'Orders leave on Tuesday.',
    button: 'Read more',
    href: `${SHOP}/hours`,
    inApp: { priorityLevel: 400.5 },
  },
  {
    name: 'Tea tasting',
    position: 'TopRight',
    itemId: 'tea-honey',
    title: 'Tea tasting on Friday',
    text: 'Five teas, one evening, twelve seats.',
    button: 'Keep a seat',
    href: 'action://tasting',
  },
  {
    name: 'Rate your order',
    position: 'BottomRight',
    itemId: 'candle-plum',
    title: 'How is the candle?',
    text: 'Tell the others what you think of it.',
    button: 'Rate it',
    href: `${SHOP}/rate`,
  },
  {
    name: 'New lamps',
    position: 'TopLeft',
    itemId: 'lamp-honey',
    title: 'Lamps for long evenings',
    text: 'The new shades are in.',
    button: 'Show me',
    href: `${SHOP}/living`,
  },
  {
    name: 'Birthday',
    position: 'BottomLeft',
    itemId: 'notebook-clay',
    title: 'We are ten years old',
    text: 'A notebook is in every parcel this week.',
    button: 'Thank you',
    href: 'tidings://dismiss',
    inApp: { trigger: { type: 'never' } },
  },
];

/** Embedded messages: the placements are the top of the home page, a product, the cart and the account. */
const embedded = [
  {
    placementId: 808,
    name: 'Home: autumn',
    itemId: 'scarf-plum',
    title: 'Warm and light',
    body: 'Merino scarves, knitted in one piece.',
    button: 'See scarves',
    path: '/wear',
  },
  {
    placementId: 808,
    name: 'Home: gift cards',
    itemId: 'candle-honey',
    title: 'Not sure?',
    body: 'Give a gift card: it never has the wrong size.',
    button: 'Gift cards',
    path: '/gifts',
  },
  {
    placementId: 809,
    name: 'Product: goes with it',
    itemId: 'bowl-clay',
    title: 'Goes well with it',
    body: 'The bowl of the same clay, 10% off today.',
    button: 'Add it',
    path: '/table',
  },
  {
    placementId: 810,
    name: 'Cart: free shipping',
    itemId: 'tea-moss',
    title: 'Almost there',
    body: 'A tin of tea, and shipping is free.',
    button: 'See teas',
    path: '/pantry',
  },
  {
    placementId: 811,
    name: 'Account: refer a friend',
    itemId: 'mug-clay',
    title: 'Bring a friend',
    body: 'You both get 5 off the next order.',
    button: 'Invite',
    path: '/friends',
  },
];

/** The messages that the shop shows on its pages. */
export interface SiteCampaigns {
  inApp: CampaignRow[];
  embedded: CampaignRow[];
}

/** Makes the campaigns of everything that is shown on the shop's pages. */
export function seedSiteMessages(service: Service, messageTypeId: number, labelIds: number[]): SiteCampaigns {
  return {
    inApp: inApp.map((message, index) =>
      seedCampaign(service, {
        name: message.name,
        channel: 'inApp',
        messageTypeId,
        labelIds,
        age: 40 + index,
        ...(message.inApp && { inApp: message.inApp }),
        content: {
          html: htmlOf(message),
          webInAppDisplaySettings: { position: message.position },
          inboxMetadata: { title: message.name, subtitle: message.text, icon: pictureOfItem(message.itemId) },
          expirationDuration: 'now+90d',
        },
      }),
    ),
    embedded: embedded.map(({ name, placementId, itemId, title, body, button, path }, index) =>
      seedCampaign(service, {
        name,
        channel: 'embedded',
        messageTypeId,
        labelIds,
        age: 50 + index,
        content: {
          title,
          body,
          placementId,
          elements: {
            mediaUrl: pictureOfItem(itemId),
            mediaUrlCaption: itemOf(itemId).name,
            buttons: [{ id: 'go', title: button, action: { type: 'openUrl', data: SHOP + path } }],
            defaultAction: { type: 'openUrl', data: SHOP + path },
          },
        },
      }),
    ),
  };
}

function htmlOf({ position, itemId, ...message }: SiteMessage): string {
  const { color } = itemOf(itemId);
  const card = { ...message, color, tint: tintOf(color), picture: pictureOfItem(itemId) };
  if (position === 'Full') return fullHtml(card);
  return position === 'Top' || position === 'Bottom' ? barHtml(card) : cardHtml(card);
}

function itemOf(id: string) {
  const item = items.find((one) => one.id === id);
  if (!item) throw new RangeError(`The shop has no ${id}`);
  return item;
}

function pictureOfItem(id: string): string {
  return pictureAddress(itemOf(id));
}
