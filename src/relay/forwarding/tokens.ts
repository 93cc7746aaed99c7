import { userOf } from '../../admin/bulk/item-problems.js';
import { signToken } from '../../admin/tokens/sign-token.js';
import type { UserRef } from '../../api/models/user.js';
import { ApiError } from '../../errors.js';

/** How long a token lives, in seconds. */
const LIFE = 300;
/** How long it is used, in milliseconds: the call that it goes along with takes a while. */
const USE = 240_000;
/** How many are kept. */
const KEPT = 1_000;

/** Makes a call under a token for a user that the relay has signed; once more where the service had made that one void. */
export type UnderToken = <Output>(user: UserRef, call: (token: string) => Promise<Output>) => Promise<Output>;

/** Makes tokens, for each user the same one for a few minutes. */
export function createTokens(secret: string, now: () => number): UnderToken {
  const kept = new Map<string, { token: string; until: number }>();

  async function signed(user: UserRef): Promise<string> {
    const name = userOf(user);
    const until = now() + USE;
    const token = await signToken(user, secret, { expiresIn: LIFE, now });
    kept.delete(name);
    kept.set(name, { token, until });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return token;
  }

  return async (user, call) => {
    const found = kept.get(userOf(user));
    if (!found || found.until <= now()) return call(await signed(user));
    try {
      return await call(found.token);
    } catch (error) {
      // One that is new would be refused for another reason, and another one with it.
      if (!isOfToken(error)) throw error;
      return call(await signed(user));
    }
  };
}

/** Whether the service refuses a token, as it does once those of its age are made void. */
function isOfToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && /Jwt/.test(error.code ?? '');
}
