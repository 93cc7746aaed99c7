import type { UserRef } from '../../api/models/user.js';

/** Whom an item is about. */
export function userOf({ email, userId }: UserRef): string {
  return email === undefined ? `id ${userId}` : `email ${email.trim().toLowerCase()}`;
}

/** What is wrong with someone's name: the service would refuse the whole call for it. */
export function userProblem(item: unknown): string | undefined {
  const { email, userId } = fieldsOf(item);
  if ((email === undefined) === (userId === undefined)) return 'It must have one of `email` and `userId`';
  return typeof (email ?? userId) === 'string' ? undefined : 'Its `email` or `userId` must be a text';
}

/** What is wrong with an event. */
export function eventProblem(item: unknown): string | undefined {
  return userProblem(item) ?? (fieldsOf(item)['eventName'] ? undefined : 'It must have an `eventName`');
}

/** What is wrong with the id of a catalog's item. */
export function itemProblem(itemId: unknown): string | undefined {
  const isRight = typeof itemId === 'string' && /^[A-Za-z0-9-]{1,255}$/.test(itemId);
  return isRight ? undefined : 'Its `itemId` must be letters, digits and dashes, 255 at most';
}

function fieldsOf(item: unknown): Record<string, unknown> {
  return { ...(item as object | undefined) };
}
