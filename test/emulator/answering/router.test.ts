import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';

describe('a call to something the service does not have', () => {
  it('is not found, whatever its key, and stands among the attempts all the same', async () => {
    const { fetch, inspect } = createEmulator();

    const response = await fetch('http://emulator/api/nothing?a=1', { method: 'POST' });

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: 'NotFound',
      msg: 'The service has no POST /api/nothing',
    });
    expect(inspect.requests).toMatchObject([
      { route: 'POST /api/nothing', url: '/api/nothing?a=1', status: 404 },
    ]);
  });
});

describe('a path with a name in it', () => {
  it('is not mistaken for one without: getByEmail is no email', async () => {
    const { fetch, keys, inspect } = createEmulator();
    await fetch('http://emulator/api/users/getByEmail?email=a@b.c', { headers: { 'Api-Key': keys.server } });
    expect(inspect.requests).toMatchObject([{ route: 'GET /api/users/getByEmail' }]);
  });
});
