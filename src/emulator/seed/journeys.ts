import { journeysOf, type JourneyRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import type { Letters } from './letters.js';
import { DAY } from '../time.js';

/** Makes the shop's journeys, each with the campaign that it sends: one after an order, one after a cart was left. */
export function seedJourneys(service: Service, { welcome, cart }: Pick<Letters, 'cart' | 'welcome'>): void {
  welcome.workflowId = seedJourney(service, {
    name: 'First order',
    description: 'Thanks for the first order, once.',
    triggerEventNames: ['purchase'],
    lifetimeLimit: 1,
  });
  cart.workflowId = seedJourney(service, {
    name: 'Cart left behind',
    description: 'Reminds of a cart that was left.',
    triggerEventNames: ['cart-left'],
  });
}

function seedJourney(
  service: Service,
  journey: Pick<JourneyRow, 'description' | 'lifetimeLimit' | 'name' | 'triggerEventNames'>,
): number {
  const id = service.tables.nextId();
  const createdAt = service.clock.now() - 300 * DAY;
  journeysOf(service).set(id, {
    ...journey,
    id,
    createdAt,
    updatedAt: createdAt,
    creatorUserId: 'mara@shop.example.com',
    enabled: true,
    isArchived: false,
    journeyType: 'published',
    simultaneousLimit: 1,
    startTileId: id * 10,
  });
  return id;
}
