import type { GetToken } from 'tidings';
import type { Network } from './network.js';
import { shopServer } from './shop-server.js';

/** The page's tokens, as its own server gives them. */
export interface Tokens {
  /** Give it to `createClient` as `getToken`. */
  get: GetToken;
  /** How many this page has got. */
  readonly count: number;
}

/** Makes the function that asks the shop's server for a token, and counts them. */
export function createTokens(network: Network): Tokens {
  // The SDK asks again by itself; and 401 says that somebody else is logged in, or nobody.
  const ask = shopServer.extend({
    fetch: network.fetch,
    retry: 0,
    throwHttpErrors: (status) => status !== 401,
  });
  let count = 0;

  return {
    async get({ email = '' }) {
      const answer = await ask('/session/token', { searchParams: { email } });
      if (!answer.ok) return undefined;
      const token = await answer.text();
      count += 1;
      return token;
    },
    get count() {
      return count;
    },
  };
}
