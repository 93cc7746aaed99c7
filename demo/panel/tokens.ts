import type { GetToken } from 'tidings';
import type { Network } from './network.js';

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
  let life: Life | undefined;
  let count = 0;

  return {
    async get({ email = '' }) {
      const answer = await network.fetch(`/session/token?email=${encodeURIComponent(email)}`);
      if (answer.status === 401) return undefined; // Somebody else is logged in, or nobody.
      if (!answer.ok) throw new Error(`The shop's server answered ${answer.status}`);
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
