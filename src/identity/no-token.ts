import { NetworkError } from '../errors.js';

/** The word for it: a relay's own, where the session is not this user's, or has ended. */
const CODE = 'NoJwt';

/** There is no token for this user for now; nothing is wrong. */
export class NoToken extends NetworkError {
  readonly code = CODE;
}

/** Whether an error says no more than that. What was loaded later may have classes of its own. */
export function isNoToken(error: unknown): boolean {
  return (error as Partial<NoToken> | undefined)?.code === CODE;
}
