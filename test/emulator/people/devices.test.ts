import { describe, expect, it } from 'vitest';
import type { PushDevice } from '../../../src/admin/operations/devices.js';
import { setup } from '../support/people.js';

const ada = { email: 'ada@example.com' };
const device = (token: string): PushDevice => ({ applicationName: 'shop', platform: 'GCM', token });

function setupWithKeys() {
  const all = setup();
  return { ...all, web: all.adminWith('web'), mobile: all.adminWith('mobile') };
}

describe('a browser token', () => {
  it('is kept once, for a user who is made when new (RegisterBrowserTokenRequest)', async () => {
    const { web, inspect } = setupWithKeys();

    for (const browserToken of ['a', 'b', 'a'])
      await web.users.registerBrowserToken({ ...ada, browserToken });

    expect(inspect.person(ada)?.browserTokens).toEqual(['b', 'a']);
  });

  it('is refused beyond 500 on one profile (decision 29)', async () => {
    const { web, inspect } = setupWithKeys();
    const register = (browserToken: string) => web.users.registerBrowserToken({ ...ada, browserToken });
    for (let number = 0; number < 500; number += 1) await register(`t${number}`);

    await expect(register('one more')).rejects.toMatchObject({ status: 400, code: 'BadParams' });
    await expect(register('t0')).resolves.toMatchObject({ code: 'Success' });
    expect(inspect.person(ada)?.browserTokens).toHaveLength(500);
  });
});

describe('a device', () => {
  it('is kept once, and enabled again when it comes back (RegisterDeviceTokenRequest)', async () => {
    const { mobile, inspect } = setupWithKeys();
    await mobile.users.registerDeviceToken({ ...ada, device: device('a') });
    await mobile.users.disableDevice({ ...ada, token: 'a' });

    await mobile.users.registerDeviceToken({ ...ada, device: { ...device('a'), dataFields: { os: '18' } } });

    expect(inspect.person(ada)?.devices).toEqual([
      { applicationName: 'shop', platform: 'GCM', token: 'a', dataFields: { os: '18' }, isEnabled: true },
    ]);
  });

  it('is refused beyond 500 on one profile (decision 29)', async () => {
    const { mobile } = setupWithKeys();
    const register = (token: string) => mobile.users.registerDeviceToken({ ...ada, device: device(token) });
    for (let number = 0; number < 500; number += 1) await register(`t${number}`);

    await expect(register('one more')).rejects.toMatchObject({ status: 400, code: 'BadParams' });
  });

  it('is of one of three platforms (Device)', async () => {
    const { mobile } = setupWithKeys();

    const palm = { ...device('a'), platform: 'Palm' } as unknown as PushDevice;
    const register = mobile.users.registerDeviceToken({ ...ada, device: palm });

    await expect(register).rejects.toThrow('`device.platform`');
  });

  it('makes a user of an unknown id in an email-based project only with preferUserId', async () => {
    const { adminWith } = setup({ project: 'email' });
    const { users } = adminWith('mobile');
    const bob = { userId: 'bob', device: device('a') };

    await expect(users.registerDeviceToken(bob)).rejects.toMatchObject({ code: 'UnknownUserIdError' });
    await expect(users.registerDeviceToken({ ...bob, preferUserId: true })).resolves.toMatchObject({
      code: 'Success',
    });
  });

  it('is disabled for the user named, or for all who have it (DisableDeviceRequest)', async () => {
    const { mobile, inspect } = setupWithKeys();
    const bo = { userId: 'bo' };
    const isEnabled = (user: typeof ada | typeof bo) => inspect.person(user)?.devices[0]?.isEnabled;
    for (const user of [ada, bo]) await mobile.users.registerDeviceToken({ ...user, device: device('a') });

    await mobile.users.disableDevice({ ...bo, token: 'a' });
    expect([isEnabled(ada), isEnabled(bo)]).toEqual([true, false]);

    await mobile.users.disableDevice({ token: 'a' });
    expect(isEnabled(ada)).toBe(false);
  });

  it('is not disabled when nobody has it, or none is named', async () => {
    const { mobile, emulator } = setupWithKeys();

    await expect(mobile.users.disableDevice({ token: 'x' })).rejects.toMatchObject({ code: 'BadParams' });
    const bare = await emulator.fetch('http://emulator/api/users/disableDevice', {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.mobile },
    });
    expect(bare.status).toBe(400);
    expect(await bare.text()).toContain('`token`');
  });
});

it('devices and browser tokens refuse server-side keys (decision 17)', async () => {
  const { admin } = setup();

  const calls = [
    admin.users.registerBrowserToken({ ...ada, browserToken: 'a' }),
    admin.users.registerDeviceToken({ ...ada, device: device('a') }),
    admin.users.disableDevice({ token: 'a' }),
  ];

  for (const call of calls) await expect(call).rejects.toMatchObject({ status: 403, code: 'Forbidden' });
});
