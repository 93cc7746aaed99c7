import { userOf } from '../../admin/bulk/item-problems.js';
import { signToken } from '../../admin/tokens/sign-token.js';
import type { UserRef } from '../../api/models/user.js';

/** How long a token lives, in seconds. */
const LIFE = 300;
/** How long it is used, in milliseconds: the call that it goes along with takes a while. */
const USE = 240_000;
/** How many are kept. */
const KEPT = 1_000;

/** Gives a token for a user, signed by the relay. */
export type Tokens = (user: UserRef) => Promise<string>;

/** Makes tokens, for each user the same one for a few minutes. */
export function createTokens(secret: string, now: () => number): Tokens {
  const kept = new Map<string, { token: string; until: number }>();

  return async (user) => {
    const name = userOf(user);
    const found = kept.get(name);
    if (found && found.until > now()) return found.token;
    const until = now() + USE;
    const token = await signToken(user, secret, { expiresIn: LIFE, now });
    kept.delete(name);
    kept.set(name, { token, until });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return token;
  };
}
