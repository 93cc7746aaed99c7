import type { UserRef } from '../../api/models/user.js';
import { isText } from '../../lib/text.js';
import { CATALOG_ITEM, EVENT, shapeProblem, type ItemShape } from './item-shapes.js';

/** Whom an item is about. */
export function userOf({ email, userId }: UserRef): string {
  return email === undefined ? `id ${userId}` : `email ${email.trim().toLowerCase()}`;
}

/** What is wrong with an item about someone: for a wrong name the service would refuse the whole call. */
export function userProblem(item: unknown, shape: ItemShape): string | undefined {
  const fields = fieldsOf(item);
  const { email, userId } = fields;
  if ((email === undefined) === (userId === undefined)) return 'It must have one of `email` and `userId`';
  if (!isText(email ?? userId)) return 'Its `email` or `userId` must be a text that is not empty';
  return shapeProblem(fields, shape);
}

/** What is wrong with an event. */
export function eventProblem(item: unknown): string | undefined {
  return (
    userProblem(item, EVENT) ?? (fieldsOf(item)['eventName'] ? undefined : 'It must have an `eventName`')
  );
}

/** What is wrong with an item of a catalog. */
export function catalogItemProblem(item: unknown): string | undefined {
  const fields = fieldsOf(item);
  return itemIdProblem(fields['itemId']) ?? shapeProblem(fields, CATALOG_ITEM);
}

/** What is wrong with the id of a catalog's item. */
export function itemIdProblem(itemId: unknown): string | undefined {
  const isRight = typeof itemId === 'string' && /^[A-Za-z0-9-]{1,255}$/.test(itemId);
  return isRight ? undefined : 'Its `itemId` must be letters, digits and dashes, 255 at most';
}

function fieldsOf(item: unknown): Record<string, unknown> {
  return { ...(item as object | undefined) };
}
