import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';
import type { KeyType } from '../../../src/emulator/operation/keys.js';
import { contractOperations } from '../../support/operations.js';
import { startService } from '../support/service.js';

const types: KeyType[] = ['server', 'readOnly', 'javascript', 'mobile', 'web'];

describe('keys', () => {
  it.each(contractOperations)(
    'open $route as the contract says: $keys (decision 17)',
    async ({ route, keys }) => {
      const { call } = startService();
      const path = route.replace(/\{\w+\}/g, '1');

      const opened: KeyType[] = [];
      for (const key of types) {
        const { status, body } = await call(path, { key });
        const { code, msg } = body as { code?: string; msg?: string };
        if (status === 403 && code === 'Forbidden' && msg?.startsWith('A key of type')) continue;
        expect(msg ?? '').not.toMatch('The service has no');
        opened.push(key);
      }

      expect(opened).toEqual(types.filter((type) => keys.includes(type)));
    },
  );

  it('of the wrong type are answered 403 Forbidden (decision 18)', async () => {
    const { call } = startService();
    expect(await call('POST /api/events/trackBulk', { key: 'web', body: { events: [] } })).toMatchObject({
      status: 403,
      body: { code: 'Forbidden', params: null },
    });
  });

  it('that are missing or unknown are answered 401 BadApiKey (decision 18)', async () => {
    const { call } = startService();
    const body = { email: 'ada@example.com', eventName: 'viewed' };
    const unknown = { headers: { 'Api-Key': 'none' }, key: 'none', body } as const;

    expect(await call('POST /api/events/track', { key: 'none', body })).toMatchObject({
      status: 401,
      body: { code: 'BadApiKey', msg: expect.stringContaining('`Api-Key`') as string },
    });
    expect(await call('POST /api/events/track', unknown)).toMatchObject({
      status: 401,
      body: { code: 'BadApiKey' },
    });
  });

  it('are the ones you give, beside those of the emulator', async () => {
    const emulator = createEmulator({ keys: { server: 'mine' } });
    const get = (key: string) =>
      emulator.fetch('http://emulator/api/catalogs', { headers: { 'Api-Key': key } });

    expect((await get('mine')).status).toBe(200);
    expect((await get('emulator-server-key')).status).toBe(401);
    expect(emulator.keys).toMatchObject({ server: 'mine', web: 'emulator-web-key' });
  });
});
