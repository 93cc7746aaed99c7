import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { signToken, tokenHandler, type TokenOptions } from '../../../src/admin/index.js';
import { createEmulator } from '../../../src/emulator/app.js';

const secret = 'a secret of many letters: é';

describe('signToken', () => {
  it.each([{ email: 'ada@example.com' }, { userId: 'ada-é' }])(
    'signs a token that others can check: %j',
    async (user) => {
      const now = Date.now();
      const token = await signToken(user, secret, { expiresIn: 60, now: () => now });

      const at = { currentDate: new Date(now) };
      const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(secret), at);

      expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
      expect(payload).toEqual({ ...user, iat: now / 1_000, exp: now / 1_000 + 60 });
      await expect(jwtVerify(token, new TextEncoder().encode('another'), at)).rejects.toThrow();
    },
  );

  it('signs a token that the service takes', async () => {
    const tokenSecret = 'emulator secret';
    const emulator = createEmulator({ tokenSecret });
    const token = await signToken({ email: 'ada@example.com' }, tokenSecret);
    const response = await emulator.fetch('http://emulator/api/events/track', {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.web, Authorization: `Bearer ${token}` },
      body: JSON.stringify({ email: 'ada@example.com', eventName: 'viewed' }),
    });

    expect(response.status).toBe(200);
    expect(emulator.inspect.events('customEvent')).toHaveLength(1);
  });

  it.each<[unknown, unknown, TokenOptions?]>([
    [{}, secret],
    [{ email: 'a@example.com', userId: '7' }, secret],
    [{ email: '' }, secret],
    [undefined, secret],
    [{ userId: '7' }, ''],
    [{ userId: '7' }, ' '],
    [{ userId: '7' }, 'undefined'],
    [{ userId: '7' }, secret, { expiresIn: 0 }],
    [{ userId: '7' }, secret, { expiresIn: 31_536_001 }],
  ])('refuses %j with %j', async (user, key, options) => {
    await expect(signToken(user as never, key as never, options)).rejects.toMatchObject({
      name: 'OptionError',
    });
  });
});

describe('tokenHandler', () => {
  const request = new Request('https://shop.example.com/token');

  it('answers with the token of whoever is logged in, for no cache to keep', async () => {
    const handler = tokenHandler({ secret, user: async () => ({ email: 'ada@example.com' }), expiresIn: 60 });

    const response = await handler(request);

    const { payload } = await jwtVerify(await response.text(), new TextEncoder().encode(secret));
    expect(payload).toMatchObject({ email: 'ada@example.com' });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('answers 401 when nobody is', async () => {
    expect((await tokenHandler({ secret, user: () => undefined })(request)).status).toBe(401);
  });

  it.each(['', ' ', 'undefined', undefined])('refuses %j as its secret', (none) => {
    expect(() => tokenHandler({ secret: none as string, user: () => undefined })).toThrow(
      '`secret` must be the token secret of your project: if it stands in an environment variable, is that set?',
    );
  });
});
