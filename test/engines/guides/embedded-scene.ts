import type { Page } from '../harness/engine.js';
import type { SetScene } from '../harness/harness.js';
import { createPlacementShop, listed, type Sent } from '../embedded/placement-shop.js';
import { heading, pictureAt, style, withPictures } from './shop-front.js';
import { sized, WIDE } from './taken.js';

const views = ['banner', 'card', 'notification'];

const messages: Sent[] = [
  {
    placementId: 1,
    title: 'Winter table',
    url: '/sale',
    elements: {
      body: 'Bowls and mugs in moss green are at a third less, until Sunday.',
      mediaUrl: `SITE${pictureAt('bowl-moss')}`,
      mediaUrlCaption: 'A bowl',
      buttons: [{ id: 'a', title: 'See them', action: { type: 'openUrl', data: '/sale' } }],
    },
  },
  {
    placementId: 2,
    title: 'Made in the harbour',
    elements: {
      body: 'Come and see how a lamp is made.',
      mediaUrl: `SITE${pictureAt('lamp-honey', 'wide')}`,
      mediaUrlCaption: 'A lamp',
      buttons: [
        { id: 'a', title: 'Book a seat', action: { type: 'openUrl', data: '/sale' } },
        { id: 'b', title: 'Not now', action: { type: 'action://later' } },
      ],
    },
  },
  {
    placementId: 3,
    title: 'It is on its way',
    elements: {
      body: 'Your tea comes on Friday, between nine and twelve.',
      mediaUrl: `SITE${pictureAt('tea-harbour')}`,
      mediaUrlCaption: 'A tin of tea',
    },
  },
  {
    placementId: 3,
    title: 'A larger pot',
    elements: { body: 'For the plant that you have from us.', mediaUrl: `SITE${pictureAt('plant-moss')}` },
  },
];

/** A page with a placement of each view, and its name over it. */
export async function embedded(setScene: SetScene): Promise<Page> {
  const places = views.map(
    (view, index) =>
      `<section id="${view}"><h2>${view}</h2><tidings-placement placement-id="${index + 1}" view="${view}"></tidings-placement></section>`,
  );
  const { service, ...shop } = await createPlacementShop(messages, {
    head: `${style}<style>
      .places { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem 1.25rem; padding: 1rem 1.25rem }
      #banner { grid-column: 1 / -1 } #after { display: none }
      h2 { margin-bottom: .375rem; color: #5d6257; font: .9375rem ui-monospace, monospace }
    </style>`,
    heading,
    body: `<div class="places">${places.join('')}</div>`,
  });
  const { open } = await setScene({ ...shop, service: withPictures(service) });
  const page = await open();
  await sized(page, { width: WIDE, height: 668 });
  await listed(page, 1);
  return page;
}
