import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/errors.js';
import { createCredentials, isAboutCredentials } from '../../src/identity/credentials.js';

const ada = { email: 'ada@example.com' };
const bob = { userId: 'bob' };

describe('credentials', () => {
  it('are a token for each user, asked for once', async () => {
    const getToken = vi.fn(
      async ({ email, userId }: { email?: string; userId?: string }) => `of-${email ?? userId ?? ''}`,
    );
    const { headersFor } = createCredentials(getToken);

    expect(await headersFor(ada)).toEqual({ Authorization: 'Bearer of-ada@example.com' });
    expect(await headersFor(bob)).toEqual({ Authorization: 'Bearer of-bob' });
    await headersFor(ada);

    expect(getToken.mock.calls).toEqual([[ada], [bob]]);
  });

  it('are none where none are needed', async () => {
    expect(await createCredentials(undefined).headersFor(ada)).toEqual({});
  });

  it('are asked for again once forgotten, for that user alone', async () => {
    const getToken = vi.fn(async () => 'token');
    const { headersFor, forget } = createCredentials(getToken);
    await headersFor(ada);
    await headersFor(bob);

    forget(ada);
    await headersFor(ada);
    await headersFor(bob);

    expect(getToken.mock.calls).toEqual([[ada], [bob], [ada]]);
  });

  it.each(['', 'two words', 'a\nb', '<html>Error</html> page', undefined, {}])(
    'are not kept when they are no token, nor quoted: %j',
    async (odd) => {
      const tokens = [odd, 'good'];
      const { headersFor } = createCredentials(async () => tokens.shift() as string);

      await expect(headersFor(ada)).rejects.toThrow(
        '`getToken` must give a promise of a token: a text without spaces',
      );

      expect(await headersFor(ada)).toEqual({ Authorization: 'Bearer good' });
    },
  );

  it('that never come are not waited for', async () => {
    vi.useFakeTimers();
    const { headersFor } = createCredentials(() => new Promise(() => {}));
    const result = expect(headersFor(ada)).rejects.toThrow('took too long');
    await vi.advanceTimersByTimeAsync(10_000);
    await result;
    vi.useRealTimers();
  });
});

describe('a refusal', () => {
  it.each([
    [400, 'InvalidJwtPayload', true],
    [401, 'InvalidJwtPayload', true],
    [400, 'JwtUserIdentifiersMismatched', true],
    [401, undefined, true],
    [403, 'Forbidden', true],
    [403, 'ForbiddenParamsError', false],
    [400, 'BadParams', false],
    [400, undefined, false],
  ])('with %d %s is about the key or the token: %j (decision 3)', (status, code, isAbout) => {
    expect(isAboutCredentials(new ApiError('POST /api/a', { status, code, rawBody: '' }))).toBe(isAbout);
  });
});
