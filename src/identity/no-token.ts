import { NetworkError } from '../errors.js';

/** There is no token for this user for now; nothing is wrong. */
export class NoToken extends NetworkError {
  readonly hasNoToken = true;
}

/** Whether an error says no more than that. What was loaded later may have classes of its own. */
export function isNoToken(error: unknown): boolean {
  const { hasNoToken, code } = { ...(error as Partial<NoToken> & { code?: string }) };
  // A relay's word for a session that is not this user's, or has ended.
  return !!hasNoToken || code === 'UnauthorizedSession';
}
