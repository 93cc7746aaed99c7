import { OptionError } from '../errors.js';
import type { UserRef } from '../api/user.js';

/** Checks that exactly one identity is given, and gives a copy that holds nothing else. */
export function checkedUser(user: UserRef): UserRef {
  const { email, userId } = { ...user } as { email?: unknown; userId?: unknown };
  if (userId === undefined && typeof email === 'string' && /^[^\s@]+@[^\s@]+$/.test(email)) return { email };
  if (email === undefined && typeof userId === 'string' && userId.trim()) return { userId };
  throw new OptionError('`identify` takes either `{ email }`, with an @ in it, or `{ userId }`');
}
