import { describe, expect, it } from 'vitest';
import { setup } from '../support/people.js';

const phone = { phoneNumber: '+15550100', verificationProfileId: 7 };

async function begun() {
  const { admin, inspect, emulator, call } = setup();
  await admin.verify.beginSms(phone);
  const [{ code }] = inspect.rows('verifications') as [{ code: string }];
  const statusOf = async (code: string, ref = phone) =>
    (await admin.verify.checkSms({ ...ref, code })).params?.status;
  const wrong = code === '000000' ? '000001' : '000000';
  return { admin, inspect, emulator, call, code, wrong, statusOf };
}

describe('verifying a phone number', () => {
  it('answers 200 both ways: params.status tells (decision 39)', async () => {
    const { code, wrong, statusOf } = await begun();

    expect(code).toMatch(/^\d{6}$/);
    expect(await statusOf(wrong)).toBe('rejected');
    expect(await statusOf(code)).toBe('verified');
  });

  it('takes a code once, for its own number and profile', async () => {
    const { code, statusOf } = await begun();

    expect(await statusOf(code, { ...phone, phoneNumber: '+15550101' })).toBe('rejected');
    expect(await statusOf(code, { ...phone, verificationProfileId: 8 })).toBe('rejected');
    expect(await statusOf(code, { ...phone, phoneNumber: '+1 555-0100' })).toBe('verified');
    expect(await statusOf(code)).toBe('rejected');
  });

  it('takes a code for ten minutes', async () => {
    const { emulator, code, statusOf } = await begun();

    emulator.clock.advance(600_000);

    expect(await statusOf(code)).toBe('rejected');
  });

  it('takes no code after five wrong ones, until it begins anew', async () => {
    const { admin, inspect, code, wrong, statusOf } = await begun();
    for (let attempt = 0; attempt < 5; attempt += 1) await statusOf(wrong);

    expect(await statusOf(code)).toBe('rejected');
    await admin.verify.beginSms(phone);
    const [{ code: another }] = inspect.rows('verifications') as [{ code: string }];
    expect(await statusOf(another)).toBe('verified');
  });

  it.each([
    ['begin', { verificationProfileId: 7 }, 'phoneNumber'],
    ['begin', { ...phone, phoneNumber: 'home' }, 'phoneNumber'],
    ['begin', { phoneNumber: '+15550100' }, 'verificationProfileId'],
    ['check', phone, 'code'],
  ])('refuses to %s with %j', async (step, body, field) => {
    const { call } = await begun();

    const { status, answer } = await call(`POST /api/verify/sms/${step}`, body);

    expect(status).toBe(400);
    expect(answer?.['msg']).toContain(`\`${field}\``);
  });
});
