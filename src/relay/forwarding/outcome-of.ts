import type { FailureCause } from '../../admin/bulk/failure-cause.js';
import { ApiError, OptionError } from '../../errors.js';
import type { RelayOutcome } from '../outcome.js';

/** To be told again, and not before so many milliseconds where the service named them. */
export function againAfter(wait = 0, code?: string): RelayOutcome {
  return { is: 'again', ...(wait > 0 && { after: Math.ceil(wait / 1_000) }), ...(code && { code }) };
}

/** What became of a call that ended with an error. */
export function outcomeOf(error: unknown): RelayOutcome {
  if (error instanceof OptionError)
    return { is: 'refused', status: 400, code: 'BadParams', msg: error.message };
  if (!(error instanceof ApiError)) return againAfter();
  const { status, code, retryAfter, isTransient } = error;
  // Without a word of the service's own, it is a proxy or the like that speaks; and of our keys no page knows better.
  if (!code || isTransient || isAboutKeys(error)) return againAfter(retryAfter, code);
  return { is: 'refused', status, code, msg: error.message };
}

/** Whether the service refuses the relay itself: a key, or a token that it signed. */
export function isAboutKeys(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code ? /ApiKey|uthoriz|Jwt|Forbidden$/.test(error.code) : /^40[13]$/.test(`${error.status}`);
}

/** What became of one of many that were told together. */
export function outcomeOfCause({ reason, code, message, retryable }: FailureCause): RelayOutcome {
  if (retryable) return againAfter(0, code);
  const status = code === 'ExternalKeyConflict' ? 409 : 400;
  return { is: 'refused', status, code: code ?? 'BadParams', msg: message ?? `It was not taken: ${reason}` };
}
