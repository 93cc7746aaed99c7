import ky from 'ky';
import { describe, expect, it } from 'vitest';
import { createAdmin, isNotFoundError, type AdminOptions } from '../../src/admin/index.js';
import { serve, type Arrival } from '../support/serve.js';
import { success } from '../support/success.js';

/** What leaves repeats, deadlines and errors to the admin. */
const plain = { retry: 0, timeout: false, throwHttpErrors: false } as const;

/** An admin whose `fetch` ky has made, over a service that gives these statuses in turn, and then what it is asked for. */
async function setup(statuses: number[] = [], options: Partial<AdminOptions> = {}) {
  const { baseUrl, arrivals } = await serve((response, { method }) => {
    const status = statuses[arrivals.length - 1] ?? 200;
    if (!status) return void response.destroy();
    response.writeHead(status, { 'Content-Type': 'application/json', Location: '/elsewhere' });
    const asked = method === 'GET' ? { lists: [] } : success;
    response.end(JSON.stringify(status === 200 ? asked : { msg: 'no', code: 'NotFound' }));
  });
  const told: (number | 'left')[] = [];
  const fetch = ky.create({
    ...plain,
    hooks: {
      beforeRequest: [
        (request) => {
          request.headers.set('X-Proxy', 'ky');
          told.push('left');
        },
      ],
      afterResponse: [(_request, _options, { status }) => void told.push(status)],
    },
  });
  const admin = createAdmin({ apiKey: 'key', baseUrl, fetch, pace: false, random: () => 0.001, ...options });
  return { admin, arrivals, told };
}

const carried = ({ method, url, headers, body }: Arrival) => ({
  call: `${method} ${url}`,
  key: headers['api-key'],
  proxy: headers['x-proxy'],
  body,
});

describe('an admin whose `fetch` ky has made', () => {
  it('makes its calls through it', async () => {
    const { admin, arrivals, told } = await setup();

    expect(await admin.lists.list()).toEqual({ lists: [] });
    await admin.users.update({ email: 'ada@example.com', dataFields: { plan: 'pro' } });

    expect(arrivals.map(carried)).toEqual([
      { call: 'GET /api/lists', key: 'key', proxy: 'ky', body: '' },
      {
        call: 'POST /api/users/update',
        key: 'key',
        proxy: 'ky',
        body: '{"email":"ada@example.com","dataFields":{"plan":"pro"}}',
      },
    ]);
    expect(told).toEqual(['left', 200, 'left', 200]);
  });

  it('repeats them itself, each time through it', async () => {
    const { admin, arrivals, told } = await setup([503, 0, 429]);

    const { attempts } = await admin.lists.list().withResponse();

    expect([attempts, arrivals.length]).toEqual([4, 4]);
    expect(told).toEqual(['left', 503, 'left', 'left', 429, 'left', 200]);
  });

  it('repeats nothing that reaches people', async () => {
    const { admin, arrivals } = await setup([503]);
    const sent = admin.email.target({ campaignId: 1, recipientEmail: 'ada@example.com' });
    await expect(sent).rejects.toMatchObject({ name: 'ApiError', status: 503, attempts: 1 });
    expect(arrivals).toHaveLength(1);
  });

  it('rejects with its own errors', async () => {
    const { admin } = await setup([404, 302]);
    await expect(admin.lists.list()).rejects.toSatisfy(isNotFoundError);
    await expect(admin.lists.list()).rejects.toThrow('it redirects');
  });

  it('ends its calls at once when they are cancelled', async () => {
    const controller = new AbortController();
    const reason = new Error('Enough');
    const { baseUrl, arrivals } = await serve(() => controller.abort(reason));
    const admin = createAdmin({ apiKey: 'key', baseUrl, fetch: ky.create(plain), pace: false });

    await expect(admin.lists.list(undefined, { signal: controller.signal })).rejects.toBe(reason);

    expect(arrivals).toHaveLength(1);
  });

  it('streams through it', async () => {
    const { baseUrl } = await serve((response) => void response.end('a@example.com\nb@example.com\n'));
    const admin = createAdmin({ apiKey: 'key', baseUrl, fetch: ky.create(plain), pace: false });

    const emails: string[] = [];
    for await (const email of admin.lists.getUsers.all({ listId: 1 })) emails.push(email);

    expect(emails).toEqual(['a@example.com', 'b@example.com']);
  });
});
