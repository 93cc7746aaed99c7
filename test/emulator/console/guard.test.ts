import { describe, expect, it } from 'vitest';
import { setup } from '../support/control.js';

describe('a key that comes along to /_emulator', () => {
  it('is refused where the project does not have it, and steers nothing', async () => {
    const { ask, track, emulator } = setup();
    await track('seen');

    const headers = { 'Api-Key': `${emulator.keys.server}-3` };
    const reset = await ask('/_emulator/reset', { method: 'POST', headers });
    const looked = await ask('/_emulator/people', { headers });

    expect([reset.status, looked.status]).toEqual([401, 401]);
    expect(reset.body).toMatchObject({ code: 'BadApiKey' });
    expect(emulator.inspect.people).toHaveLength(1);
    const known = await ask('/_emulator/people', { headers: { 'Api-Key': emulator.keys.javascript } });
    expect(known.status).toBe(200);
  });
});
