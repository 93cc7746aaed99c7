import { backoff, type Chance } from '../lib/backoff.js';
import { renewalOf } from './token.js';

/** One user's token, which renews itself. */
export interface TokenSource {
  /**
   * The token; `undefined` for calls that need none. Every caller gets the same one until it is about to expire.
   * Throws until {@link TokenSource.heldUntil} what kept it from being got.
   */
  get(): Promise<string> | undefined;
  /** Drops a token that is no good; with trouble, waits before the next one. */
  refuse(token: Promise<string> | undefined, trouble?: Error): void;
  /** Takes note that the token is good. */
  accept(): void;
  /** Whether the token that was asked for last has come. */
  readonly isThere: boolean;
  /** In milliseconds since the epoch; 0 when nothing has gone wrong since a token was good. */
  readonly heldUntil: number;
  /** What has gone wrong since a token was good. */
  readonly trouble: unknown;
}

/** Keeps the token that `request` gets from the page's own server. */
export function createTokenSource(
  request: (() => Promise<string>) | undefined,
  { now, random }: Chance,
): TokenSource {
  let current: Promise<string> | undefined;
  /** No number while the token is on its way. */
  let renewAt = NaN;
  let failures = 0;
  let heldUntil = 0;
  let trouble: unknown;

  function hold(error: unknown) {
    current = undefined;
    trouble = error;
    // Several calls may meet the same trouble.
    if (now() >= heldUntil) heldUntil = now() + backoff(++failures, random);
  }

  async function renew(get: () => Promise<string>): Promise<string> {
    renewAt = NaN;
    const token = await get();
    renewAt = renewalOf(token, now());
    return token;
  }

  return {
    get isThere() {
      return renewAt > 0;
    },
    get heldUntil() {
      return heldUntil;
    },
    get trouble() {
      return trouble;
    },
    get() {
      if (now() < heldUntil) throw trouble as Error;
      if (request && (!current || now() >= renewAt)) {
        current = renew(request);
        current.catch(hold);
      }
      return current;
    },
    refuse(token, error) {
      // Another call may have met the same refusal, and the token been replaced since.
      if (current === token) current = undefined;
      if (error) hold(error);
    },
    accept() {
      failures = 0;
      heldUntil = 0;
      trouble = undefined;
    },
  };
}
