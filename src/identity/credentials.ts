import { ApiError } from '../errors.js';
import type { UserRef } from '../api/models/user.js';
import type { Chance } from '../lib/backoff.js';
import { within } from '../lib/deadline.js';
import { isText, WORD } from '../lib/text.js';
import { must } from '../lib/must.js';
import { laneOf } from './user.js';
import { NoToken } from './no-token.js';
import { isTokenOf } from './token.js';
import { createTokenSource, type TokenSource } from './token-source.js';

/** How long the page's own server may take to give a token, in milliseconds. */
const TIMEOUT = 10_000;

/** Gets a user's token from the page's own server; `undefined` while there is none for this user. */
export type GetToken = (user: UserRef) => Promise<string | undefined>;

/** Proofs of who a user is, kept apart for each user, in memory only. */
export interface Credentials {
  /**
   * Makes a call with the headers that prove who its user is. A refused token is renewed once; after that the
   * user's calls are held for a while that grows with each time: only those of this kind, where the service knows who
   * they are and does not let them.
   */
  call<Result>(
    user: UserRef,
    attempt: (headers: Record<string, string>) => Promise<Result>,
    kind?: string,
  ): Promise<Result>;
  /** Until when the calls of a user are held, in milliseconds since the epoch; 0 when nothing has gone wrong since one succeeded. */
  heldUntil(user: UserRef, kind: string): number;
  /** Why the calls of a user are held, or were last; `undefined` when nothing has gone wrong since one succeeded. */
  troubleOf(user: UserRef): unknown;
  /** A user's token, asked for by now, while it is on its way; `undefined` when there is nothing to wait for. */
  coming(user: UserRef): Promise<unknown> | undefined;
  /** Forgets a user's troubles, since they have just come. */
  forgive(user: UserRef): void;
}

/** What credentials are made of. */
export interface CredentialsOptions extends Chance {
  /** Default: calls carry no token. */
  getToken?: GetToken | undefined;
  /** The header that carries the token. */
  tokenHeader: string;
}

/** Keeps one token for each user, from the function that gets one. */
export function createCredentials(options: CredentialsOptions): Credentials {
  let { getToken } = options;
  const sources = new Map<string, TokenSource>();

  function sourceOf(user: UserRef, kind = ''): TokenSource {
    // What another function gave, or failed to give, is no longer asked for.
    if (getToken !== options.getToken) {
      ({ getToken } = options);
      sources.clear();
    }
    const key = laneOf(user) + kind;
    const get = kind || !getToken ? undefined : () => request(getToken as GetToken, user);
    const known = sources.get(key) ?? createTokenSource(get, options);
    sources.set(key, known);
    return known;
  }

  /** What has gone wrong with a user's calls, of any kind. */
  function troublesOf(user: UserRef) {
    return [...sources].filter(([key, { trouble }]) => key.startsWith(laneOf(user)) && trouble);
  }

  return {
    async call(user, attempt, kind) {
      const source = sourceOf(user);
      const own = sourceOf(user, kind);
      // One that was renewed in vain is not renewed again.
      for (let isLast: unknown = !getToken || own.trouble; ; isLast = true) {
        void own.get(); // Throws while what is of this kind is held.
        const token = source.get();
        const bearer = await token;
        try {
          const result = await attempt(bearer ? { [options.tokenHeader]: `Bearer ${bearer}` } : {});
          source.accept();
          own.accept();
          return result;
        } catch (error) {
          if (!isAboutCredentials(error)) throw error;
          if (!isLast) source.refuse(token);
          // It knows who calls, and does not let them.
          else if (error.status === 403) own.refuse(undefined, error);
          else source.refuse(token, error);
          if (isLast) throw error;
        }
      }
    },
    heldUntil: (user, kind) => Math.max(sourceOf(user).heldUntil, sourceOf(user, kind).heldUntil),
    troubleOf: (user) => troublesOf(user)[0]?.[1].trouble,
    coming(user) {
      if (!options.getToken) return undefined;
      const source = sourceOf(user);
      const token = options.now() < source.heldUntil ? undefined : source.get();
      return source.isThere ? undefined : token;
    },
    forgive(user) {
      for (const [key] of troublesOf(user)) sources.delete(key);
    },
  };
}

async function request(getToken: GetToken, user: UserRef): Promise<string> {
  const onTimeout = () => new Error('`getToken` took too long');
  const token: unknown = await within({ timeout: TIMEOUT, onTimeout }, async () => getToken({ ...user }));
  if (token === undefined) throw new NoToken('There is no token for this user');
  must(isText(token, WORD), '`getToken` must give a text without spaces');
  // Never sent, so that a page that only knows the current user's token cannot mix up two of them.
  must(isTokenOf(user, token), '`getToken` must give the token of the user it is asked for');
  return token;
}

/** What is in each word of the service for a refused key or token, such as `BadAuthorizationHeader` or `Unauthorized`. */
const aboutCredentials = /ApiKey|uthoriz|Jwt|Forbidden$/;

/**
 * Whether the service refuses the key or the token, and not the event: told by its word, not by the status (decision 3).
 * A 403 without one is a proxy's own page: a new token makes no difference to it, and it says nothing of the event.
 */
export function isAboutCredentials(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.code ? aboutCredentials.test(error.code) : error.status === 401;
}
