import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../src/emulator/app.js';
import { startService } from '../support/service.js';

const page = 'https://shop.example';

function setup(options?: EmulatorOptions) {
  const { emulator } = startService(options);
  const request = (method: string, headers: Record<string, string> = {}) =>
    emulator.fetch('http://emulator/api/events/track', { method, headers: { Origin: page, ...headers } });
  const preflight = (headers: Record<string, string> = {}) =>
    request('OPTIONS', {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'api-key,authorization,content-type',
      ...headers,
    });
  return { emulator, preflight, request };
}

describe('cross-origin calls', () => {
  it('have their preflight answered, with the headers a page sends (decision 1)', async () => {
    const { preflight } = setup();
    const { headers, status } = await preflight();

    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Allow-Headers')?.split(',')).toEqual([
      'Api-Key',
      'Authorization',
      'Content-Type',
    ]);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(headers.get('Access-Control-Allow-Methods')).toMatch(method);
    }
  });

  it('may read `Retry-After`, of refusals too', async () => {
    const { emulator, request } = setup();
    emulator.faults.add({ kind: 'status', status: 429, retryAfter: 3 });
    const { headers } = await request('POST');
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Expose-Headers')).toBe('Retry-After');
  });

  it('are for pages of one origin when it is named', async () => {
    const { preflight } = setup({ origin: page });
    const allowed = await preflight();
    const other = await preflight({ Origin: 'https://other.example' });
    expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe(page);
    expect(other.headers.get('Access-Control-Allow-Origin')).not.toBe('https://other.example');
  });

  it('leave no preflight among the attempts', async () => {
    const { emulator, preflight } = setup();
    await preflight();
    expect(emulator.inspect.requests).toEqual([]);
  });
});

describe('a key for servers', () => {
  const event = { email: 'ada@example.com', eventName: 'seen' };

  it.each([
    ['server', 'GET /api/lists', undefined],
    ['server', 'POST /api/events/track', event],
    ['readOnly', 'GET /api/campaigns', undefined],
  ] as const)('of type %s is refused in a page, which may read why: %s', async (key, route, body) => {
    const { call, emulator } = startService();

    const refused = await call(route, { key, headers: { Origin: page }, body });

    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'Forbidden', msg: expect.stringMatching(/must not be in a page.*`Origin`/) as string },
    });
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(emulator.inspect.people).toEqual([]);
    expect((await call(route, { key, body })).status).toBe(200);
  });

  it('leaves the keys for pages alone', async () => {
    const { call } = startService();
    const tracked = { key: 'javascript', headers: { Origin: page }, body: event } as const;
    expect((await call('POST /api/events/track', tracked)).status).toBe(200);
  });
});
