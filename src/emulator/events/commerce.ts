import { z } from 'zod';
import type { Cart, CommerceItem, Purchase } from '../../api/models/commerce.js';
import type { NewFieldsPolicy } from '../../api/models/user.js';
import { success } from '../operation/answers.js';
import { planFields } from '../people/field-types.js';
import { operation, type Operation } from '../operation/operation.js';
import { presentPerson } from '../people/people.js';
import { prepareUser, type UserChange } from '../people/profile.js';
import { startJourneys } from '../campaigns/journeys.js';
import { eventId } from './event-id.js';
import { definedOnly, isRecorded, recordEvent } from './event-store.js';
import { dataFields, secondsSinceEpoch } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { names, newFieldsPolicy, profileChange } from '../people/user-schemas.js';

const commerceItem = z.object({
  id: z.string().min(1),
  name: z.string(),
  price: z.number(),
  quantity: z.int(),
  sku: z.string().exactOptional(),
  description: z.string().exactOptional(),
  imageUrl: z.string().exactOptional(),
  url: z.string().exactOptional(),
  categories: z.array(z.string()).exactOptional(),
  dataFields: dataFields.exactOptional(),
}) satisfies z.ZodType<CommerceItem>;

/**
 * A user here may have both names, unlike anywhere else: these operations answer 409 when the names belong to
 * different people, which they could not if one of them were refused.
 */
const buyer = names.and(profileChange).and(newFieldsPolicy) satisfies z.ZodType<UserChange>;

type CartCall = Omit<Cart, 'user'> & { user: UserChange };
type PurchaseCall = Omit<Purchase, 'user'> & { user: UserChange };

const cart = z.object({ user: buyer, items: z.array(commerceItem) }) satisfies z.ZodType<CartCall>;

const purchase = newFieldsPolicy.extend({
  id: eventId(
    z.string().regex(/^[A-Za-z0-9-]+$/, 'may have letters, digits and hyphens only'),
  ).exactOptional(),
  user: buyer,
  items: z.array(commerceItem),
  total: z.number(),
  createdAt: secondsSinceEpoch.exactOptional(),
  campaignId: z.int().exactOptional(),
  templateId: z.int().exactOptional(),
  dataFields: dataFields.exactOptional(),
}) satisfies z.ZodType<PurchaseCall>;

/** Commerce: what users put in carts, and what they buy. */
export const commerce = (service: Service): Operation[] => [
  operation(
    'POST /api/commerce/updateCart',
    { keys: ['server', 'javascript', 'mobile', 'web'], body: cart },
    ({ body }) => updateCart(service, body),
  ),
  operation(
    'POST /api/commerce/trackPurchase',
    { keys: ['server', 'javascript', 'mobile', 'web'], body: purchase },
    ({ body }) => trackPurchase(service, body),
  ),
];

function updateCart(service: Service, { user, items }: CartCall) {
  const shoppingCartItems = planItems(service, items, user);
  const { person, cast, write } = prepareUser(service, user, { forgottenStatus: 409 });
  shoppingCartItems.commit();
  service.later(() => {
    write();
    const present = presentPerson(service, person);
    if (present) present.dataFields = { ...present.dataFields, ...shoppingCartItems.fields };
  });
  return success(newFieldsOf([cast, shoppingCartItems]));
}

function trackPurchase(service: Service, body: PurchaseCall) {
  const { user, items, createdAt, campaignId, templateId } = body;
  const shoppingCartItems = planItems(service, items, body);
  const details = planDetails(service, body);
  const total = planFields(service, { total: body.total }, { kind: 'purchase', createNewFields: true });
  const { person, cast, write } = prepareUser(service, user, { forgottenStatus: 409 });
  for (const plan of [shoppingCartItems, details, total]) plan.commit();
  const { id = `purchase-${service.tables.nextId()}` } = body;
  const receivedAt = service.clock.now();

  service.later(() => {
    write();
    const stored = { ...details.fields, ...total.fields, ...shoppingCartItems.fields };
    const credit = definedOnly({ campaignId, templateId });
    const isRepeat = isRecorded(service, 'purchase', id);
    recordEvent(service, 'purchase', person, { ...stored, ...credit }, { id, createdAt, receivedAt });
    const present = presentPerson(service, person);
    if (present) present.dataFields = { ...present.dataFields, shoppingCartItems: [] };
    if (present && !isRepeat) startJourneys(service, present, { eventName: 'purchase', dataFields: stored });
  });
  return success({ id, ...newFieldsOf([cast, details, shoppingCartItems]) });
}

/** What the names of the fields begin with that a project gives its items beside those that every item has. */
const ITEM_FIELDS = 'shoppingCartItems.dataFields.';

/** Items under the name they are stored by, on profiles and purchases alike, so that both agree on their types. */
function planItems(service: Service, items: readonly CommerceItem[], { createNewFields }: NewFieldsPolicy) {
  return planFields(
    service,
    { shoppingCartItems: items },
    { kind: 'user', createNewFields, isOwn: (path) => !path.startsWith(ITEM_FIELDS) },
  );
}

/** What the service itself keeps of a purchase, and no field of its own replaces. */
const OWN_FIELDS: readonly string[] = ['total', 'shoppingCartItems'];

function planDetails(service: Service, { dataFields = {}, createNewFields }: PurchaseCall) {
  const fields = Object.entries(dataFields).filter(([name]) => !OWN_FIELDS.includes(name));
  return planFields(service, Object.fromEntries(fields), { kind: 'purchase', createNewFields });
}

/** What became of fields the project did not know: of the user's, the purchase's and the items'. */
function newFieldsOf(casts: readonly { createdFields: string[]; filteredOutFields: string[] }[]) {
  return {
    createdFields: [...new Set(casts.flatMap(({ createdFields }) => createdFields))],
    filteredOutFields: [...new Set(casts.flatMap(({ filteredOutFields }) => filteredOutFields))],
  };
}
