import type { Operation } from '../calling/operation.js';
import type { UserRef } from '../../api/models/user.js';

/** Tokens: the proof that a call from a page is made for its user. */
export const auth = (operation: Operation) => ({
  /** Invalidates every token of a user that was issued before a moment. */
  invalidateJwts: operation<TokenInvalidation>('POST /api/auth/jwts/invalidate', {
    reachesPeople: false,
    retry: 'repeatable',
    answer: 'nothing',
  }),
});

/** Whose tokens to invalidate, and from which age on. */
export type TokenInvalidation = UserRef & {
  /** In milliseconds since the epoch. Default: now. */
  issuedBefore?: number;
};
