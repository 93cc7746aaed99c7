import { userOf } from '../../admin/bulk/item-problems.js';
import type { UserRef } from '../../api/models/user.js';
import { isText } from '../../lib/text.js';
import { must } from '../../lib/must.js';
import type { SessionUser } from '../relay-options.js';

/** The names that whoever is logged in has, by each in one word. */
export type Session = ReadonlyMap<string, UserRef>;

/** The session of a user, as the site tells of it. */
export function sessionOf(user: SessionUser | undefined | null): Session {
  const { email = null, userId = null } = { ...user } as Record<string, unknown>;
  must(
    [email, userId].every((name) => name === null || isText(name)) &&
      (!user || email !== null || userId !== null),
    '`user` must give `{ email }`, `{ userId }`, both, or nothing where nobody is logged in',
  );
  const names: UserRef[] = [];
  if (typeof email === 'string') names.push({ email });
  if (typeof userId === 'string') names.push({ userId });
  return new Map(names.map((name) => [userOf(name), name]));
}
