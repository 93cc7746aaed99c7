import type { UserRef } from '../../api/models/user.js';
import { findPerson, namesOf } from '../people/people.js';
import type { Service } from '../state/service.js';

/** How deep in a body a user is looked for: in a batch, each item names one. */
const DEPTH = 4;

/** Whether something that a call brings, such as its body or query, names a user, by either name and under whatever field. */
export function concerns(service: Service, brought: unknown, user: UserRef): boolean {
  const { email, userId } = { ...user, ...namesOf(findPerson(service, user) ?? user) };
  return isNamed(brought, /email$/i, email) || isNamed(brought, /userId$/i, userId);
}

/** Whether a field of this kind holds a name. */
function isNamed(brought: unknown, field: RegExp, name = ''): boolean {
  const wanted = name.toLowerCase();
  const isIn = (value: unknown, depth: number): boolean => {
    if (typeof value !== 'object' || value === null || depth > DEPTH) return false;
    return Object.entries(value).some(
      ([key, inner]) =>
        (typeof inner === 'string' && field.test(key) && inner.toLowerCase() === wanted) ||
        isIn(inner, depth + 1),
    );
  };
  return wanted !== '' && isIn(brought, 1);
}
