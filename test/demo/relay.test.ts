import { describe, expect, it } from 'vitest';
import { createDemo } from '../../demo/demo.js';
import { emulated } from '../../demo/service.js';
import type { ServiceCall } from '../../demo/shop/relay.js';

const SHOP = 'http://localhost:4173';
const email = 'ada@example.com';

/** The shop, and a page of it in which somebody is logged in, or nobody. */
async function setup({ isLoggedIn = true } = {}) {
  const service = emulated();
  const demo = createDemo(service);
  const headers: Record<string, string> = { Origin: SHOP, 'Sec-Fetch-Site': 'same-origin' };
  if (isLoggedIn) {
    const answer = await demo.request(`${SHOP}/session`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email }),
    });
    headers['Cookie'] = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }
  return {
    service,
    demo,
    tell: (lines: unknown[], name = 'one') =>
      demo.request(`${SHOP}/tidings`, {
        method: 'POST',
        headers: { ...headers, 'Request-Name': name },
        body: lines.map((line) => JSON.stringify(line)).join('\n'),
      }),
    callsFor: async (name: string) =>
      (await (await demo.request(`${SHOP}/relayed/${name}`)).json()) as ServiceCall[],
  };
}

const event = (id: string) => ['/api/events/track', { email, id, eventName: 'looked' }];
const callsIn = ({ headers }: Response) => JSON.parse(headers.get('Service-Calls') ?? '') as ServiceCall[];

describe('the relay of the shop', () => {
  it('says with its answer what it called for a request', async () => {
    const { tell } = await setup();

    const answer = await tell([
      event('a'),
      event('b'),
      ['/api/commerce/updateCart', { user: { email }, items: [] }],
    ]);

    expect(
      (await answer.text())
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as number[])[0]),
    ).toEqual([200, 200, 200]);
    expect(callsIn(answer)).toHaveLength(2);
    expect(callsIn(answer)).toEqual(
      expect.arrayContaining([
        { path: '/api/events/trackBulk', count: 2, status: 200, took: expect.any(Number) as number },
        { path: '/api/commerce/updateCart', status: 200, took: expect.any(Number) as number },
      ]),
    );
  });

  it('tells what it called before it has answered, and of each request its own', async () => {
    const { service, tell, callsFor } = await setup();
    service.emulator.faults.add({
      route: 'POST /api/events/trackBulk',
      kind: 'status',
      status: 429,
      retryAfter: 1,
    });

    const answer = tell([event('a')], 'slow');

    await expect.poll(() => callsFor('slow')).toMatchObject([{ path: '/api/events/trackBulk', status: 429 }]);
    expect(await callsFor('another')).toEqual([]);
    expect(callsIn(await answer)).toMatchObject([{ status: 429 }, { status: 200 }]);
  });

  it('lets nobody speak whom the shop does not know', async () => {
    const { service, tell } = await setup({ isLoggedIn: false });

    const answer = await tell([event('a')]);

    expect(JSON.parse(await answer.text())).toEqual([401, expect.objectContaining({ code: 'NoJwt' })]);
    expect(callsIn(answer)).toEqual([]);
    expect(service.emulator.inspect.requests).toEqual([]);
  });

  it('says that no answer came where one gets lost', async () => {
    const { service, tell, callsFor } = await setup();
    service.emulator.faults.add({ route: 'POST /api/events/trackBulk', kind: 'lose' });

    await tell([event('a')]);

    expect((await callsFor('one')).map(({ status }) => status)).toEqual([0, 200]);
  });

  it('keeps what no page may see to itself', async () => {
    const { service, demo, tell } = await setup();
    const answer = await tell([event('a')]);
    const texts = [
      JSON.stringify([...answer.headers]) + (await answer.text()),
      await (await demo.request(`${SHOP}/`)).text(),
    ].join('\n');

    for (const secret of [service.serverKey, service.tokenSecret]) expect(texts).not.toContain(secret);
    expect(texts).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });
});
