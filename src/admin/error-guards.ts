import { ApiError } from '../errors.js';

/** The sorts of refusals that callers meet in different ways. */
type Kind = 'authentication' | 'notFound' | 'rateLimit' | 'validation';

/** What the service's own words mean; they come before the status, which some deployments choose otherwise (decision 3). */
const codes: Readonly<Record<string, Kind>> = {
  RateLimitExceeded: 'rateLimit',
  BadApiKey: 'authentication',
  BadAuthorizationHeader: 'authentication',
  InvalidJwtPayload: 'authentication',
  JwtUserIdentifiersMismatched: 'authentication',
  Unauthorized: 'authentication',
  ForbiddenParamsError: 'validation',
  NotFound: 'notFound',
  UnknownEmailError: 'notFound',
  UnknownUserIdError: 'notFound',
};

const statuses: Readonly<Record<number, Kind>> = {
  400: 'validation',
  401: 'authentication',
  403: 'authentication',
  404: 'notFound',
  413: 'validation',
  422: 'validation',
  429: 'rateLimit',
};

/** Whether a call was refused because there were too many; `retryAfter` says when to come back, where the service does. */
export function isRateLimitError(error: unknown): error is ApiError {
  return kindOf(error) === 'rateLimit';
}

/** Whether a call was refused for its key or its token: missing, wrong, or not of a sort that may make it. */
export function isAuthenticationError(error: unknown): error is ApiError {
  return kindOf(error) === 'authentication';
}

/** Whether a call was refused because what it names is not there. */
export function isNotFoundError(error: unknown): error is ApiError {
  return kindOf(error) === 'notFound';
}

/** Whether a call was refused for what is in it: made again as it is, it is refused again. */
export function isValidationError(error: unknown): error is ApiError {
  return kindOf(error) === 'validation';
}

function kindOf(error: unknown): Kind | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return codes[error.code ?? ''] ?? statuses[error.status];
}
