import type { NewEvent } from '../../api/models/event.js';
import type { SubscriptionsUpdate, UserRef, UserUpdateInBatch } from '../../api/models/user.js';
import { isObject } from '../../lib/is-object.js';

/** What stands in an item of some bulk work. */
export interface ItemShape {
  /** What the item is called. */
  what: string;
  /** Every name that may stand in the item itself. */
  names: readonly string[];
  /** The name of the object in which its fields stand, where it has one. */
  within?: string;
  /** Whether that object must be there. Default: `false`. */
  isNeeded?: boolean;
}

/** All names of an item, once each, as the compiler sees to. */
const namesOf = <Item>(names: Record<keyof Item, true>) => Object.keys(names);

const who: Record<keyof UserRef, true> = { email: true, userId: true };

/** A user in a batch. */
export const USER: ItemShape = {
  what: 'a user',
  names: namesOf<UserUpdateInBatch>({
    ...who,
    dataFields: true,
    mergeNestedObjects: true,
    preferUserId: true,
  }),
  within: 'dataFields',
};

/** An event in a batch. */
export const EVENT: ItemShape = {
  what: 'an event',
  names: namesOf<NewEvent>({
    ...who,
    eventName: true,
    id: true,
    createdAt: true,
    dataFields: true,
    campaignId: true,
    templateId: true,
    createNewFields: true,
  }),
  within: 'dataFields',
};

/** Somebody who is taken off a list. */
export const LEAVER: ItemShape = { what: 'a person to unsubscribe', names: namesOf<UserRef>(who) };

/** What a user is subscribed to. */
export const SUBSCRIPTION: ItemShape = {
  what: 'a subscription',
  names: namesOf<SubscriptionsUpdate>({
    ...who,
    emailListIds: true,
    unsubscribedChannelIds: true,
    unsubscribedMessageTypeIds: true,
    subscribedMessageTypeIds: true,
    campaignId: true,
    templateId: true,
    validateChannelAlignment: true,
  }),
};

/** An item of a catalog. */
export const CATALOG_ITEM: ItemShape = {
  what: 'an item',
  names: ['itemId', 'value'],
  within: 'value',
  isNeeded: true,
};

/** The names in an item that are none of its shape: the service would drop what stands there, and say nothing. */
export function strangersIn(item: object, { names }: ItemShape): string[] {
  return Object.keys(item).filter((name) => !names.includes(name));
}

/** What is wrong with the shape of an item. */
export function shapeProblem(item: object, shape: ItemShape): string | undefined {
  const { what, names, within, isNeeded } = shape;
  const [stranger] = strangersIn(item, shape);
  if (stranger !== undefined) {
    const must = within
      ? `Its \`${stranger}\` must be within \`${within}\``
      : `It must be without \`${stranger}\``;
    const known = names.map((name) => `\`${name}\``);
    return `${must}: ${what} has ${known.slice(0, -1).join(', ')} and ${known.at(-1)} alone`;
  }
  const fields = within && (item as Record<string, unknown>)[within];
  const isRight = !within || isObject(fields) || (fields === undefined && !isNeeded);
  return isRight ? undefined : `Its \`${within}\` must be an object`;
}
