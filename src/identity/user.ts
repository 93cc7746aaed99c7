import { OptionError } from '../errors.js';
import type { UserRef } from '../api/models/user.js';
import { isText } from '../lib/text.js';

/** Checks that exactly one identity is given, and gives a copy that holds nothing else. */
export function checkedUser(user: UserRef): UserRef {
  const { email, userId } = { ...user } as { email?: unknown; userId?: unknown };
  if (userId === undefined && isEmail(email)) return { email };
  if (email === undefined && isText(userId)) return { userId };
  throw new OptionError('A user must be `{ email }`, with an @ in it, or `{ userId }`');
}

/** Whether this could be an email. */
export function isEmail(text: unknown): text is string {
  return isText(text, /^[^\s@]+@[^\s@]+$/);
}

/** The line that the events of one user wait in. */
export function laneOf(user: UserRef | undefined): string {
  return JSON.stringify(user ?? {});
}
