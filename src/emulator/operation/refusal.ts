import type { ResultCode } from '../../api/models/envelope.js';

/** The status that each code answers with (decision 5). */
const statuses: Record<Exclude<ResultCode, 'Success'> | 'Conflict', number> = {
  BadApiKey: 401,
  BadAuthorizationHeader: 401,
  BadJsonBody: 400,
  BadParams: 400,
  BatchTooLarge: 400,
  Conflict: 409,
  DatabaseError: 500,
  EmailAlreadyExists: 400,
  ExternalKeyConflict: 409,
  Forbidden: 403,
  ForbiddenParamsError: 403,
  ForgottenUserError: 400,
  GenericError: 500,
  InvalidEmailAddressError: 400,
  InvalidJwtPayload: 401,
  InvalidUserIdError: 400,
  JwtUserIdentifiersMismatched: 400,
  NotFound: 404,
  QueueEmailError: 400,
  RateLimitExceeded: 429,
  RequestFieldsTypesMismatched: 400,
  Unauthorized: 401,
  UniqueFieldsLimitExceeded: 400,
  UnknownEmailError: 400,
  UnknownUserIdError: 400,
  UserIdAlreadyExists: 400,
};

/** What an answer says beside its code and words. */
export interface RefusalOptions {
  /** Default: the status of the code. */
  status?: number;
  params?: object;
  headers?: Record<string, string>;
}

/** What a handler throws to refuse a call; the app makes the answer of it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly status: number;
  readonly params: object | null;
  readonly headers: Record<string, string>;

  constructor(code: keyof typeof statuses, msg: string, { status, params, headers }: RefusalOptions = {}) {
    super(msg);
    this.code = code;
    this.status = status ?? statuses[code];
    this.params = params ?? null;
    this.headers = headers ?? {};
  }
}

/** The code and status where the service says something is in use (decisions 4 and 23). */
export function conflict(msg: string): Refusal {
  return new Refusal('Conflict', msg);
}
