import { describe, expect, it } from 'vitest';
import { createAdmin, type AdminOptions, type ApiError } from '../../../src/admin/index.js';
import { serve } from '../../support/serve.js';
import { takeTime } from '../support/waiting.js';

/** An admin whose calls are answered by these responses, one after the other, at a time that passes by itself. */
function setup(responses: Response[], options: Partial<AdminOptions> = {}) {
  const time = takeTime();
  const fetch = async () => responses.shift() ?? Response.json({ channels: [] });
  const admin = createAdmin({
    ...{ apiKey: 'key', baseUrl: 'https://api.example.com', fetch, random: () => 1, ...time.hooks },
    ...options,
  });
  return { admin, time };
}

const refusal = (headers: Record<string, string> = {}, status = 503) => new Response('', { status, headers });

describe('an answer with its response', () => {
  it('says how often the call was made, and how long it waited for that', async () => {
    const { admin, time } = setup([refusal(), refusal()]);

    const { attempts, waited } = await admin.channels.list().withResponse();

    expect(time.waits).toEqual([1_000, 2_000]);
    expect({ attempts, waited }).toEqual({ attempts: 3, waited: 3_000 });
  });

  it('counts what it waited for its pace', async () => {
    const pace = { take: (() => [700, 0])().values(), refuse: () => {} };
    const { admin } = setup([], { pace: { ...pace, take: () => pace.take.next().value ?? 0 } });
    expect(await admin.channels.list().withResponse()).toMatchObject({ attempts: 1, waited: 700 });
  });

  it.each(['X-Request-Id', 'Request-Id', 'x-amzn-requestid', 'CF-Ray'])(
    'says how the service calls the request: %s',
    async (name) => {
      const headers = { [name]: 'abc-123' };
      const { admin } = setup([Response.json({}, { headers }), refusal(headers, 404)]);

      expect(await admin.channels.list().withResponse()).toMatchObject({ requestId: 'abc-123' });
      await expect(admin.channels.list()).rejects.toMatchObject({ requestId: 'abc-123', attempts: 1 });
    },
  );

  it('has no id where the service gives none', async () => {
    const { admin } = setup([Response.json({}), refusal({}, 404)]);
    expect((await admin.channels.list().withResponse()).requestId).toBeUndefined();
    const error = await admin.channels.list().catch((reason: unknown) => reason as ApiError);
    expect(error).toMatchObject({ requestId: undefined, waited: 0 });
  });

  it('that fails says how long it waited', async () => {
    const { admin } = setup([refusal(), refusal({}, 404)]);
    await expect(admin.channels.list()).rejects.toMatchObject({ status: 404, attempts: 2, waited: 1_000 });
  });
});

describe('an admin with options of its calls', () => {
  it('makes each with them, unless the call says otherwise', async () => {
    const { baseUrl, arrivals } = await serve((response) => response.end('{"channels":[],"lists":[]}'));
    const admin = createAdmin({ apiKey: 'key', baseUrl });
    const tenant = admin.with({ headers: { 'X-Tenant': 'a', 'X-Team': 'b' } });

    await tenant.channels.list();
    await tenant.with({ headers: { 'x-team': 'c' } }).channels.list(undefined, { headers: undefined });
    await tenant.request('GET /api/channels', {}, { headers: { 'x-tenant': 'd' } });
    await admin.channels.list();

    const sent = arrivals.map(({ headers }) => [headers['x-tenant'], headers['x-team'], headers['api-key']]);
    expect(sent).toEqual([
      ['a', 'b', 'key'],
      ['a', 'c', 'key'],
      ['d', 'b', 'key'],
      [undefined, undefined, 'key'],
    ]);
  });

  it('waits as long, and repeats as it says', async () => {
    const { baseUrl } = await serve(() => {});
    const admin = createAdmin({ apiKey: 'key', baseUrl }).with({ timeout: 20, retry: false });

    for (const call of [
      admin.channels.list(),
      admin.channels.list(undefined, { timeout: undefined, retry: undefined }),
    ])
      await expect(call).rejects.toMatchObject({ cause: { message: 'Nothing came in 20 ms' }, attempts: 1 });
  });

  it('shares the pace, and the numbers of calls, with the one it is made of', async () => {
    const told: number[] = [];
    const { admin, time } = setup([], { onRequest: ({ id }) => told.push(id) });
    const other = admin.with({ timeout: 5_000 });
    for (let count = 0; count < 12; count += 1)
      await (count % 2 ? admin : other).lists.getSize({ listId: 1 });

    expect(new Set(told).size).toBe(12);
    expect(time.waits.length).toBeGreaterThan(0);
  });

  it.each([{ timeout: 0 }, { headers: { 'a b': 'c' } }, { retry: 'never' }, { retry: { attempts: 0 } }])(
    'refuses what is none: %j',
    (options) => {
      const { admin } = setup([]);
      expect(() => admin.with(options as never)).toThrow(expect.objectContaining({ name: 'OptionError' }));
    },
  );
});
