import type { UserRef } from '../api/user.js';
import { createTokenSource, type TokenSource } from './token.js';

/** Proofs of who a user is, kept apart for each user. */
export interface Credentials {
  /** The headers of a call made for this user. */
  headers(user: UserRef): Promise<Record<string, string>>;
  /** Drops a user's token: the service refused it. */
  forget(user: UserRef): void;
}

/** Keeps one token for each user, from the function that gets one. Without it, calls carry no token. */
export function createCredentials(
  getToken: ((user: UserRef) => Promise<string>) | undefined,
  header: string,
): Credentials {
  const sources = new Map<string, TokenSource>();
  const keyOf = ({ email, userId }: UserRef) => JSON.stringify([email, userId]);

  return {
    async headers(user) {
      if (!getToken) return {};
      const source = sources.get(keyOf(user)) ?? createTokenSource(async () => getToken({ ...user }));
      sources.set(keyOf(user), source);
      return { [header]: `Bearer ${await source.get()}` };
    },
    forget: (user) => sources.get(keyOf(user))?.forget(),
  };
}
