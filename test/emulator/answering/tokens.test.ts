import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../src/emulator/app.js';
import { NOON, startService } from '../support/service.js';

const email = 'ada@example.com';
const YEAR = 31_536_000;
const now = NOON / 1_000;

interface TokenOptions {
  header?: Record<string, unknown>;
  payload?: Record<string, unknown>;
  secret?: string;
  algorithm?: string;
}

/** A token as the customer's own server makes it, with something changed. */
async function sign({
  header,
  payload = {},
  secret = 'emulator-token-secret',
  algorithm = 'HS256',
}: TokenOptions = {}) {
  const body = { email, iat: now, exp: now + 60, ...payload };
  if (header) return signByHand({ alg: algorithm, typ: 'JWT', ...header }, body, secret);
  return new SignJWT(body)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

/** A token with any header, signed by HMAC-SHA256 whatever the header says. */
function signByHand(header: object, payload: object, secret = 'emulator-token-secret'): string {
  const signed = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** A part of a token. */
const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

function setup(options?: EmulatorOptions) {
  const service = startService(options);
  /** Tracks an event for Ada with a web key and a token. */
  const track = (
    token?: string,
    body: object = { email },
    key: 'web' | 'mobile' | 'javascript' | 'server' = 'web',
  ) =>
    service.call('POST /api/events/track', {
      key,
      body: { eventName: 'viewed', ...body },
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
  return { ...service, track };
}

describe('tokens', () => {
  it('let their user call with a client-side key (decision 2)', async () => {
    const { emulator, track } = setup();
    expect(await track(await sign())).toMatchObject({ status: 200 });
    expect(await track(await emulator.signToken({ userId: 'u1' }), { userId: 'u1' })).toMatchObject({
      status: 200,
    });
  });

  it('are asked of mobile and web keys, and of no server key (decision 2)', async () => {
    const { call, track } = setup();
    expect(await track(undefined, { email }, 'mobile')).toMatchObject({ status: 401 });
    expect(await track(undefined, { email }, 'web')).toMatchObject({ status: 401 });
    expect(await track(undefined, { email }, 'server')).toMatchObject({ status: 200 });
    expect(await call('GET /api/metadata', { key: 'readOnly' })).toMatchObject({ status: 200 });
  });

  it('are asked of the keys that are token-enabled, which an option names (decision 2)', async () => {
    const { track } = setup({ tokenKeys: ['javascript'] });
    expect(await track(undefined, { email }, 'javascript')).toMatchObject({ status: 401 });
    expect(await track(undefined, { email }, 'web')).toMatchObject({ status: 200 });
  });

  it('are looked at with each call: one that was good is refused once it is over', async () => {
    const { emulator, track } = setup();
    const [token, other] = [await sign(), await sign({ payload: { exp: now + 3_600 } })];
    expect(await track(token)).toMatchObject({ status: 200 });
    expect(await track(token)).toMatchObject({ status: 200 });

    emulator.clock.advance(60_000);

    expect(await track(token)).toMatchObject({ status: 401 });
    expect(await track(other)).toMatchObject({ status: 200 });
    expect(await track(`${other}A`)).toMatchObject({ status: 401 });
  });

  it.each<[string, TokenOptions]>([
    ['is signed with another secret', { secret: 'another' }],
    ['is signed by another algorithm', { algorithm: 'HS512' }],
    ['has expired', { payload: { iat: now - 120, exp: now - 1 } }],
    ['lives longer than a year', { payload: { exp: now + YEAR + 1 } }],
    ['names an email and a user id', { payload: { userId: 'u1' } }],
    ['names nobody', { payload: { email: undefined } }],
    ['names a number', { payload: { email: 5 } }],
    ['does not say when it was issued', { payload: { iat: undefined } }],
    ['does not say when it expires', { payload: { exp: undefined } }],
    ['names an empty email', { payload: { email: '' } }],
    ['names null beside its user', { payload: { userId: null } }],
    ['expires at a text', { payload: { exp: String(now + 60) } }],
    ['expired before the epoch', { payload: { exp: -1 } }],
    ['was issued at a text', { payload: { iat: String(now) } }],
    ['is not valid yet', { payload: { nbf: now + 30 } }],
    ['is issued years from now', { payload: { iat: now + 50 * YEAR, exp: now + 51 * YEAR } }],
    ['lives from long ago into the far future', { payload: { iat: 0 } }],
    ['asks for an extension that nobody knows', { header: { crit: ['b64'], b64: false } }],
  ])('are refused when one %s, with the endpoint (decisions 2 and 3)', async (_, options) => {
    const { emulator, track } = setup();
    expect(await track(await sign(options))).toMatchObject({
      status: 401,
      body: { code: 'InvalidJwtPayload', params: { endpoint: '/api/events/track' } },
    });
    expect(emulator.inspect.events()).toEqual([]);
  });

  it('may live a year (decision 2)', async () => {
    const { track } = setup();
    expect(await track(await sign({ payload: { exp: now + YEAR } }))).toMatchObject({ status: 200 });
  });

  it.each(['', 'no-token', 'a.b.c'])('are refused when they are none: %j (decision 3)', async (token) => {
    const { track } = setup();
    expect(await track(token)).toMatchObject({ status: 401, body: { code: 'InvalidJwtPayload' } });
  });

  it.each([
    ['no algorithm', { alg: 'none' }, ''],
    ['no algorithm, in capitals', { alg: 'NONE' }, 'sign'],
    ['no algorithm, and a right signature', { alg: 'none' }, undefined],
    ['an asymmetric one, whose public key would be our secret', { alg: 'RS256' }, undefined],
    ['an elliptic one', { alg: 'ES256' }, undefined],
    ['none named', { typ: 'JWT' }, undefined],
    ['a list of them', { alg: ['HS256'] }, undefined],
  ])('are refused by their algorithm: %s (decision 2)', async (_, header, signature) => {
    const { track } = setup();
    const [head, payload, own] = signByHand(header, { email, iat: now, exp: now + 60 }).split('.');
    const token = `${head}.${payload}.${signature ?? own}`;
    expect(await track(token)).toMatchObject({ status: 401, body: { code: 'InvalidJwtPayload' } });
  });

  it.each([
    ['has a changed payload', ([head, , sign]: string[]) => [head, part({ email: 'bob@example.com' }), sign]],
    ['has four parts', (parts: string[]) => [...parts, 'more']],
    ['has lost its signature', ([head, payload]: string[]) => [head, payload, '']],
    ['is a list', ([head]: string[]) => [head, part([email]), 'sign']],
  ])('are refused when one %s (decision 3)', async (_, change) => {
    const { track } = setup();
    const token = change((await sign()).split('.')).join('.');
    expect(await track(token)).toMatchObject({ status: 401, body: { code: 'InvalidJwtPayload' } });
  });

  it.each(['Basic x', 'Bearer', 'Bearer  ', 'Bearer a b', 'a.b.c'])(
    'are asked for as `Bearer <token>`, not as %j',
    async (authorization) => {
      const { call } = setup();
      const body = { email, eventName: 'viewed' };
      expect(
        await call('POST /api/events/track', {
          key: 'web',
          body,
          headers: { Authorization: authorization },
        }),
      ).toMatchObject({ status: 401, body: { code: 'InvalidJwtPayload' } });
    },
  );

  it('may have times with decimals, and come from a clock that is a little ahead', async () => {
    const { track } = setup();
    expect(await track(await sign({ payload: { iat: now - 0.5, exp: now + 60.25 } }))).toMatchObject({
      status: 200,
    });
    expect(await track(await sign({ payload: { iat: now + 30 } }))).toMatchObject({ status: 200 });
  });

  it('of another user are refused as such (decision 3)', async () => {
    const { track } = setup();
    const mismatch = { status: 400, body: { code: 'JwtUserIdentifiersMismatched' } };
    expect(await track(await sign(), { email: 'bob@example.com' })).toMatchObject(mismatch);
    expect(await track(await sign(), { userId: email })).toMatchObject(mismatch);
  });

  it('are of the same user when only the case of the email differs', async () => {
    const { track } = setup();
    expect(await track(await sign(), { email: 'Ada@Example.com' })).toMatchObject({ status: 200 });
  });

  it('expire as the clock runs', async () => {
    const { emulator, track } = setup();
    const token = await emulator.signToken({ email }, { expiresIn: 60 });
    emulator.clock.advance(61_000);
    expect(await track(token)).toMatchObject({ status: 401 });
  });

  it('issued before `issuedBefore` are refused once invalidated, and later ones taken (Authentication 5)', async () => {
    const { admin, emulator, track } = setup();
    const old = await emulator.signToken({ email });
    expect(await track(old)).toMatchObject({ status: 200 });
    emulator.clock.advance(1_000);

    await admin.auth.invalidateJwts({ email });

    expect(await track(old)).toMatchObject({ status: 401, body: { code: 'InvalidJwtPayload' } });
    expect(await track(await emulator.signToken({ email }))).toMatchObject({ status: 200 });
  });

  it('issued in the second of an invalidation are told apart by their milliseconds (Authentication 5)', async () => {
    const { admin, emulator, track } = setup();
    await track(await emulator.signToken({ email }));

    for (let round = 0; round < 20; round += 1) {
      const before = await emulator.signToken({ email });
      emulator.clock.advance(7);
      await admin.auth.invalidateJwts({ email });
      const after = await emulator.signToken({ email });

      expect(await track(before)).toMatchObject({ status: 401, body: { code: 'InvalidJwtPayload' } });
      expect(await track(after)).toMatchObject({ status: 200 });
    }
  });

  it('that tell whole seconds count from the start of theirs: none of before slips through', async () => {
    const { admin, emulator, track } = setup();
    await track(await sign());
    emulator.clock.advance(400);
    await admin.auth.invalidateJwts({ email });
    expect(await track(await sign())).toMatchObject({ status: 401, body: { code: 'InvalidJwtPayload' } });

    emulator.clock.advance(600);
    expect(await track(await sign({ payload: { iat: now + 1 } }))).toMatchObject({ status: 200 });
  });

  it('of a whole year can be signed by the emulator', async () => {
    const { emulator, track } = setup();
    emulator.clock.advance(123);
    expect(await track(await emulator.signToken({ email }, { expiresIn: YEAR }))).toMatchObject({
      status: 200,
    });
  });

  it('are told among the attempts by their user also when they are refused, or a fault answers', async () => {
    const { emulator, track } = setup();
    await track(await sign({ payload: { iat: now - 120, exp: now - 60 } }));
    emulator.faults.add({ kind: 'status', status: 500 });
    await track(await sign());
    emulator.faults.add({ kind: 'drop' });
    await track(await sign()).catch(() => {}); // The connection breaks, as asked.
    await track('a.b.c');

    const users = emulator.inspect.requests.map(({ tokenUser }) => tokenUser);
    expect(users).toEqual([{ email }, { email }, { email }, undefined]);
  });

  it('are told among the attempts by their user, never as they are', async () => {
    const { emulator, track } = setup();
    const token = await sign();
    await track(token);
    expect(emulator.inspect.requests).toMatchObject([{ tokenUser: { email } }]);
    expect(JSON.stringify(emulator.inspect.requests)).not.toContain(token);
  });
});
