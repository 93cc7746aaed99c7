import { describe, expect, it } from 'vitest';
import { createAdmin, type Admin, type AdminOptions, type CallOptions } from '../../../src/admin/index.js';
import { retryClassOf } from '../../../src/admin/calling/retry-class.js';
import { operations } from '../../../src/admin/operations/operations.js';
import { contract } from '../../support/contract.js';
import { routesOf } from '../../support/routes.js';
import { serve } from '../../support/serve.js';
import { success } from '../../support/success.js';

type Told = [status: number, body: string];

/** What another says in place of the service, such as a proxy or a captive portal, and what a call fails with. */
const others: [...Told, error: string][] = [
  [200, '', 'NetworkError'],
  [204, '', 'NetworkError'],
  [200, '{}', 'NetworkError'],
  [200, 'null', 'NetworkError'],
  [200, '[]', 'NetworkError'],
  [200, '"Success"', 'NetworkError'],
  [200, '{"code":""}', 'NetworkError'],
  [200, '{"code":200,"msg":"ok"}', 'NetworkError'],
  [200, '{"code":"LoginRequired"}', 'NetworkError'],
  [200, '<h1>Sign in</h1>', 'ApiError'],
];

const rows = new Map(routesOf(operations).map(([name, , row]) => [name, row]));

/** The operations that the service answers by its word, and in no other way where it did what was asked. */
const table = contract.operations
  .filter(({ responses }) => {
    const done = Object.keys(responses).filter((status) => /^(2|default)/.test(status));
    return done.join() === '200' && responses['200'] === 'ApiResponse';
  })
  .map(({ operation: name, method, path, path_params: names = {} }) => {
    const { retry, records } = rows.get(name) ?? {};
    const retryClass = retryClassOf(method, retry, records !== undefined);
    return {
      ...{ name, method, route: `${method} ${path}` },
      input: Object.fromEntries(Object.keys(names).map((key) => [key, 1])),
      attempts: retryClass === 'repeatable' ? 2 : 1,
    };
  });

/** An admin whose calls are answered by these, one after the other, and then as the service does. */
async function setup(answers: Told[], options: Partial<AdminOptions> = {}) {
  const { baseUrl, arrivals } = await serve((response) => {
    const [status, body] = answers[arrivals.length - 1] ?? [200, JSON.stringify(success)];
    response.writeHead(status).end(body);
  });
  const admin = createAdmin({ apiKey: 'key', baseUrl, pace: false, random: () => 0.001, ...options });
  return { admin, arrivals };
}

/** Calls an operation by its name. */
function callNamed(admin: Admin, name: string, input: object, options?: CallOptions): Promise<unknown> {
  const found: unknown = name
    .split('.')
    .reduce<object>((group, key) => (group as Record<string, object>)[key] ?? {}, admin);
  return (found as (input: object, options?: CallOptions) => Promise<unknown>)(input, options);
}

const ada = { email: 'ada@example.com' };

describe('an operation that is answered by a word of the service', () => {
  it('is one of 64', () => {
    const count = (verb: string) => table.filter(({ method }) => method === verb).length;
    expect({ POST: count('POST'), DELETE: count('DELETE'), PUT: count('PUT') }).toEqual({
      ...{ POST: 57, DELETE: 6, PUT: 1 },
    });
    expect(table).toHaveLength(64);
  });

  it.each(table)('is not done without it: $route', async ({ name, route, input, attempts }) => {
    for (const [status, body, kind] of others) {
      const { admin, arrivals } = await setup([
        [status, body],
        [status, body],
      ]);

      const call = callNamed(admin, name, input, { retry: { attempts: 2 } });
      const error: unknown = await call.then(
        () => 'done',
        (reason: unknown) => reason,
      );

      expect(error, `${status} ${body}`).toMatchObject({ name: kind, attempts });
      expect((error as Error).message).toContain(`${route} `);
      expect((error as Error).message).toContain(`answered ${status}`);
      expect(arrivals).toHaveLength(attempts);
    }
  });

  it.each(table)('is made again where that does no harm, and done by it: $route', async (row) => {
    const lost = others.slice(0, row.attempts - 1).map(([status, body]): Told => [status, body]);
    const { admin, arrivals } = await setup(lost);

    expect(await callNamed(admin, row.name, row.input)).toMatchObject(success);

    expect(arrivals).toHaveLength(row.attempts);
  });

  it('is made again where that very call does no harm twice', async () => {
    const { admin, arrivals } = await setup([[200, '{}']]);
    const sending = { campaignId: 1, recipientEmail: ada.email };

    expect(await admin.email.target(sending, { safeToRepeat: true })).toEqual(success);

    expect(arrivals).toHaveLength(2);
  });

  it.each(['', '{}', '{"code":"Accepted"}', 'Thank you'])(
    'is done where it was accepted, whatever is said of it: %j',
    async (body) => {
      const { admin, arrivals } = await setup([[202, body]]);

      await admin.users.update(ada);

      expect(arrivals).toHaveLength(1);
    },
  );

  it('can be cancelled while it waits to be made again', async () => {
    const controller = new AbortController();
    const onRetry = () => controller.abort('enough');
    const { admin, arrivals } = await setup([[204, '']], { onRetry, random: () => 1 });

    await expect(admin.users.update(ada, { signal: controller.signal })).rejects.toBe('enough');

    expect(arrivals).toHaveLength(1);
  });

  it('is made again by its route, too', async () => {
    const { admin, arrivals } = await setup([[200, '{}']]);

    expect(await admin.request('POST /api/users/update', ada)).toEqual(success);

    expect(arrivals).toHaveLength(2);
  });
});
