import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/errors.js';
import { isAboutCredentials } from '../../src/identity/credentials.js';

describe('a refusal', () => {
  it.each([
    [401, 'BadApiKey', true],
    [401, 'InvalidJwtPayload', true],
    [400, 'InvalidJwtPayload', true],
    [400, 'JwtUserIdentifiersMismatched', true],
    [401, undefined, true],
    [403, undefined, false],
    [403, 'Forbidden', true],
    [403, 'ForbiddenParamsError', false],
    [401, 'ForgottenUserError', false],
    [400, 'BadParams', false],
    [400, undefined, false],
  ])('with %d %s is about the key or the token: %j (decision 3)', (status, code, isAbout) => {
    expect(isAboutCredentials(new ApiError('POST /api/a', { status, code, rawBody: '' }))).toBe(isAbout);
  });

  it('that is none is not', () => {
    expect(isAboutCredentials(new Error('offline'))).toBe(false);
  });
});
