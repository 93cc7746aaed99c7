import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../src/emulator/app.js';
import { NOON, startService } from './support/service.js';

const email = 'ada@example.com';
const YEAR = 31_536_000;
const now = NOON / 1_000;

interface TokenOptions {
  payload?: Record<string, unknown>;
  secret?: string;
  algorithm?: string;
}

/** A token as the customer's own server makes it, with something changed. */
function sign({ payload = {}, secret = 'emulator-token-secret', algorithm = 'HS256' }: TokenOptions = {}) {
  return new SignJWT({ email, iat: now, exp: now + 60, ...payload })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

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

  it('are told in the ledger by their user, never as they are (rule 9)', async () => {
    const { emulator, track } = setup();
    const token = await sign();
    await track(token);
    expect(emulator.inspect.requests).toMatchObject([{ tokenUser: { email } }]);
    expect(JSON.stringify(emulator.inspect.requests)).not.toContain(token);
  });
});
