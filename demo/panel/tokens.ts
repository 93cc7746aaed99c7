import type { GetToken } from 'tidings';
import type { Network } from './network.js';
import { shopServer } from './shop-server.js';

/** The page's tokens, as its own server gives them. */
export interface Tokens {
  /** Give it to `createClient` as `getToken`. */
  get: GetToken;
  /** When the latest was got and when it ends, in milliseconds since the epoch; nothing before the first. */
  readonly life: Life | undefined;
  /** How many this page has got. */
  readonly count: number;
}

/** From when to when a token is good, in milliseconds since the epoch. */
export interface Life {
  from: number;
  to: number;
}

/** Makes the function that asks the shop's server for a token, and remembers how long that lives. */
export function createTokens(network: Network): Tokens {
  // The SDK asks again by itself; and 401 says that somebody else is logged in, or nobody.
  const ask = shopServer.extend({
    fetch: network.fetch,
    retry: 0,
    throwHttpErrors: (status) => status !== 401,
  });
  let life: Life | undefined;
  let count = 0;

  return {
    async get({ email = '' }) {
      const answer = await ask('/session/token', { searchParams: { email } });
      if (!answer.ok) return undefined;
      const token = await answer.text();
      life = lifeOf(token);
      count += 1;
      return token;
    },
    get life() {
      return life;
    },
    get count() {
      return count;
    },
  };
}

function lifeOf(token: string): Life {
  const payload = token.split('.')[1] ?? '';
  const { iat, exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
    iat: number;
    exp: number;
  };
  return { from: iat * 1_000, to: exp * 1_000 };
}
