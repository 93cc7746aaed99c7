import type { DataFields } from './data-fields.js';
import type { Open } from './open-word.js';

/** What most operations answer: whether it worked, in words. */
export interface Envelope<Params = DataFields> {
  /** What happened, for a person to read. */
  msg: string;
  code: Open<ResultCode>;
  /** What else there is to know, such as the id of what was made. */
  params?: Params | null;
}

/** The service's words for how a call went. */
export type ResultCode =
  | 'Success'
  | 'BadApiKey'
  | 'BadAuthorizationHeader'
  | 'BadJsonBody'
  | 'BadParams'
  | 'BatchTooLarge'
  | 'DatabaseError'
  | 'EmailAlreadyExists'
  | 'ExternalKeyConflict'
  | 'Forbidden'
  | 'ForbiddenParamsError'
  | 'ForgottenUserError'
  | 'GenericError'
  | 'InvalidEmailAddressError'
  | 'InvalidJwtPayload'
  | 'InvalidUserIdError'
  | 'JwtUserIdentifiersMismatched'
  | 'NotFound'
  | 'QueueEmailError'
  | 'RateLimitExceeded'
  | 'RequestFieldsTypesMismatched'
  | 'Unauthorized'
  | 'UniqueFieldsLimitExceeded'
  | 'UnknownEmailError'
  | 'UnknownUserIdError'
  | 'UserIdAlreadyExists';
