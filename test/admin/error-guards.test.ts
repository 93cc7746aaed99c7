import { describe, expect, it } from 'vitest';
import {
  ApiError,
  isAuthenticationError,
  isNotFoundError,
  isRateLimitError,
  isValidationError,
  NetworkError,
} from '../../src/admin/index.js';

const guards = {
  authentication: isAuthenticationError,
  notFound: isNotFoundError,
  rateLimit: isRateLimitError,
  validation: isValidationError,
};
type Kind = keyof typeof guards;

const error = (status: number, code?: string) =>
  new ApiError('GET /api/lists', { status, code, rawBody: '' });
const kindsOf = (thrown: unknown) => (Object.keys(guards) as Kind[]).filter((kind) => guards[kind](thrown));

describe('the kind of an error', () => {
  it.each<[status: number, code: string | undefined, kind: Kind | undefined]>([
    [429, 'RateLimitExceeded', 'rateLimit'],
    [429, undefined, 'rateLimit'],
    [401, 'BadApiKey', 'authentication'],
    [401, undefined, 'authentication'],
    // Decision 3: some deployments answer 400.
    [400, 'InvalidJwtPayload', 'authentication'],
    [400, 'JwtUserIdentifiersMismatched', 'authentication'],
    [403, 'Forbidden', 'authentication'],
    [403, undefined, 'authentication'],
    [403, 'ForbiddenParamsError', 'validation'],
    [404, 'NotFound', 'notFound'],
    [404, undefined, 'notFound'],
    [400, 'UnknownEmailError', 'notFound'],
    [400, 'UnknownUserIdError', 'notFound'],
    [400, 'BadParams', 'validation'],
    [400, undefined, 'validation'],
    [413, undefined, 'validation'],
    [422, undefined, 'validation'],
    // Neither of them: what stands there already, what went wrong there, and what cannot be read.
    [409, 'ExternalKeyConflict', undefined],
    [500, 'GenericError', undefined],
    [200, undefined, undefined],
    [302, undefined, undefined],
  ])('%d %s is %s', (status, code, kind) => {
    expect(kindsOf(error(status, code))).toEqual(kind ? [kind] : []);
  });

  it.each([new NetworkError('gone'), new Error('429'), undefined, { status: 429 }])(
    'of %s is none',
    (thrown) => {
      expect(kindsOf(thrown)).toEqual([]);
    },
  );
});
