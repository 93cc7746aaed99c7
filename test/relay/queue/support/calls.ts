import type { RelayedCall } from '../../../../src/relay/relayed-call.js';

/** Something that a user did, by number, as a page tells of it. */
type Telling = (name: string, number: number) => RelayedCall;

const userOf = (name: string) => ({ email: `${name}@example.com` });
const items = (number: number) => [{ id: `item-${number}`, name: 'Mug', price: 1, quantity: 1 }];

/** A custom event, with an id. */
export const event: Telling = (name, number) => ({
  route: 'POST /api/events/track',
  user: userOf(name),
  body: { ...userOf(name), eventName: 'looked', id: `${name}-event-${number}`, dataFields: { number } },
});

/** A custom event of about ninety thousand characters. */
export const large: Telling = (name, number) => {
  const { body, ...call } = event(name, number);
  return { ...call, body: { ...body, dataFields: { number, text: 'x'.repeat(90_000) } } };
};

/** A cart, which has no id. */
export const cart: Telling = (name, number) => ({
  route: 'POST /api/commerce/updateCart',
  user: userOf(name),
  body: { user: userOf(name), items: items(number) },
});

/** A purchase, with an id. */
export const purchase: Telling = (name, number) => ({
  route: 'POST /api/commerce/trackPurchase',
  user: userOf(name),
  body: { user: userOf(name), id: `${name}-purchase-${number}`, items: items(number), total: number },
});

/** A change of a profile, which has no id. */
export const profile: Telling = (name, number) => ({
  route: 'POST /api/users/update',
  user: userOf(name),
  body: { ...userOf(name), dataFields: { number } },
});

/** So many calls of one kind, one for each number from 0 on. */
export const some = (count: number, telling: Telling, name = 'ada') =>
  Array.from({ length: count }, (_, number) => telling(name, number));
