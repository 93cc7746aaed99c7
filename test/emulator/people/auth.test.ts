import { describe, expect, it } from 'vitest';
import { NOW, setup } from '../support/people.js';

const ada = { email: 'ada@example.com' };

describe('invalidating tokens (InvalidateJwtRequest)', () => {
  async function withTokens() {
    const all = setup({ tokenKeys: ['web'] });
    await all.admin.users.update(ada);
    const track = async (token: string) => {
      const response = await all.emulator.fetch('http://emulator/api/events/track', {
        method: 'POST',
        headers: { 'Api-Key': all.emulator.keys.web, Authorization: `Bearer ${token}` },
        body: JSON.stringify({ ...ada, eventName: 'seen' }),
      });
      const { code } = (await response.json()) as { code: string };
      return `${response.status} ${code}`;
    };
    return { ...all, track };
  }

  it('refuses tokens issued before now, and takes those issued after', async () => {
    const { admin, emulator, track } = await withTokens();
    const before = await emulator.signToken(ada);
    emulator.clock.advance(1_000);

    expect(await track(before)).toBe('200 Success');
    await admin.auth.invalidateJwts(ada);

    expect(await track(before)).toBe('401 InvalidJwtPayload');
    expect(await track(await emulator.signToken(ada))).toBe('200 Success');
  });

  it('takes another moment, and never makes an invalid token good again', async () => {
    const { admin, emulator, track } = await withTokens();
    const token = await emulator.signToken(ada);

    await admin.auth.invalidateJwts({ ...ada, issuedBefore: NOW - 1 });
    expect(await track(token)).toBe('200 Success');
    await admin.auth.invalidateJwts({ ...ada, issuedBefore: NOW + 1 });
    await admin.auth.invalidateJwts({ ...ada, issuedBefore: NOW - 1 });

    expect(await track(token)).toBe('401 InvalidJwtPayload');
  });

  it('is refused for nobody and for someone unknown', async () => {
    const { admin, call } = await withTokens();

    expect((await call('POST /api/auth/jwts/invalidate', {})).status).toBe(400);
    await expect(admin.auth.invalidateJwts({ userId: 'x' })).rejects.toMatchObject({
      code: 'UnknownUserIdError',
    });
  });
});
