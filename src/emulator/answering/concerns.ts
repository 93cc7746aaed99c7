import type { UserRef } from '../../api/models/user.js';

/** How deep in a body a user is looked for: in a batch, each item names one. */
const DEPTH = 4;

/** Whether something that a call brings, such as its body or query, names a user, under whatever field. */
export function concerns(brought: unknown, { email, userId }: UserRef): boolean {
  const name = (email === undefined ? userId : email).toLowerCase();
  const field = email === undefined ? /userId$/i : /email$/i;
  const isNamed = (value: unknown, depth: number): boolean => {
    if (typeof value !== 'object' || value === null || depth > DEPTH) return false;
    return Object.entries(value).some(
      ([key, inner]) =>
        (typeof inner === 'string' && field.test(key) && inner.toLowerCase() === name) ||
        isNamed(inner, depth + 1),
    );
  };
  return name !== '' && isNamed(brought, 1);
}
