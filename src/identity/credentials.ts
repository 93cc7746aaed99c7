import { ApiError, OptionError } from '../errors.js';
import type { UserRef } from '../api/user.js';
import { within } from '../lib/deadline.js';
import { createTokenSource, type TokenSource } from './token.js';

/** How long the page's own server may take to give a token, in milliseconds. */
const TIMEOUT = 10_000;

/** Proofs of who a user is, kept apart for each user. */
export interface Credentials {
  /** The headers of a call made for this user. */
  headersFor(user: UserRef): Promise<Record<string, string>>;
  /** Drops a user's token: the service refused it. */
  forget(user: UserRef): void;
}

/** Keeps one token for each user, from the function that gets one. Without it, calls carry no token. */
export function createCredentials(
  getToken: ((user: UserRef) => Promise<string>) | undefined,
  header = 'Authorization',
): Credentials {
  const sources = new Map<string, TokenSource>();
  const keyOf = ({ email, userId }: UserRef) => JSON.stringify([email, userId]);

  async function request(get: (user: UserRef) => Promise<string>, user: UserRef): Promise<string> {
    const onTimeout = () => new Error('`getToken` took too long');
    const token: unknown = await within({ timeout: TIMEOUT, onTimeout }, async () => get({ ...user }));
    if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
    throw new OptionError('`getToken` must give a promise of a token: a text without spaces');
  }

  return {
    async headersFor(user) {
      if (!getToken) return {};
      const source = sources.get(keyOf(user)) ?? createTokenSource(() => request(getToken, user));
      sources.set(keyOf(user), source);
      return { [header]: `Bearer ${await source.get()}` };
    },
    forget: (user) => sources.get(keyOf(user))?.forget(),
  };
}

/** What the service calls a refused key or token. */
const aboutCredentials = [
  'BadApiKey',
  'BadAuthorizationHeader',
  'Forbidden',
  'InvalidJwtPayload',
  'JwtUserIdentifiersMismatched',
  'Unauthorized',
];

/** Whether the service refuses the key or the token, and not the event: told by its word, not by the status (decision 3). */
export function isAboutCredentials(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.code ? aboutCredentials.includes(error.code) : error.status === 401 || error.status === 403;
}
