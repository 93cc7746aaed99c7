import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createAdmin, type AdminOptions, type Route } from '../../../src/admin/index.js';
import { serve } from '../../support/serve.js';

const apiKey = 'server-key-4d5e6f';
const email = 'ada@example.com';

/** An admin of a service that answers everything like this, and the lines it logs. */
async function setup(status: number, answer: string, options: Partial<AdminOptions> = {}) {
  const { baseUrl } = await serve((response) => response.writeHead(status).end(answer));
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const logger = { debug: log, info: log, warn: log, error: log };
  return { lines, admin: createAdmin({ apiKey, baseUrl, logger, retry: false, ...options }) };
}

/** Whatever may be read of an error without asking for it. */
const saidBy = (error: unknown) =>
  [(error as Error).message, JSON.stringify(error), inspect(error), String((error as Error).stack)].join(
    '\n',
  );

describe('an error of a route that names somebody', () => {
  it.each<[what: string, status: number, answer: string, route: Route, input?: object, options?: object]>([
    ['refused', 400, '{"code":"BadParams"}', `GET /api/users/${email}`],
    ['refused, of an encoded email', 404, '', 'DELETE /api/users/ada%40example.com'],
    ['refused, of a query', 400, '', `GET /api/newthing?email=${email}`],
    ['refused, of an unknown route', 400, '', `POST /api/new/${email}/thing`],
    ['not JSON', 200, '<html>', `GET /api/users/${email}`],
    ['a redirect', 302, '', `GET /api/users/${email}`],
    ['a body that is none', 200, '', `POST /api/new/${email}`, { big: 1n }],
    ['safe mode', 200, '', `POST /api/new/${email}`, {}, { safeMode: true }],
    ['no answer', 200, '', `GET /api/users/${email}`, {}, { fetch: () => Promise.reject(new Error('away')) }],
  ])('names nobody: %s', async (_, status, answer, route, input = {}, options = {}) => {
    const { admin } = await setup(status, answer, options);

    const call = async () => admin.request(route, input);
    const error = await call().catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(Error);
    expect(saidBy(error)).not.toMatch(/\bada\b/);
    expect((error as Error).message).toContain(route.replace(/^(\w+ \/api\/\w+).*/s, '$1'));
  });

  it('names nobody: a stream that breaks off', async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(200).write('a,b\n');
      setImmediate(() => response.destroy());
    });
    const admin = createAdmin({ apiKey, baseUrl });

    const stream = await admin.request<ReadableStream>(`GET /api/new/${email}`, {}, { answer: 'stream' });
    const error = await new Response(stream).text().catch((reason: unknown) => reason);

    expect(saidBy(error)).toContain('broke off');
    expect(saidBy(error)).not.toMatch(/\bada\b/);
  });
});

describe('the lines of a log', () => {
  it('hold nothing of what the service says, but its word for it', async () => {
    const msg = 'phone +15550100 of Lovelace, born 1815-12-10, is no number';
    const retry = { attempts: 2 };
    const { admin, lines } = await setup(429, JSON.stringify({ code: 'RateLimitExceeded', msg }), { retry });

    await admin.users.update({ email }).catch((error: unknown) => expect(String(error)).toContain(msg));

    expect(lines).toContainEqual(expect.stringMatching(/attempt 1\): answered 429 RateLimitExceeded$/));
    expect(lines.join('\n')).not.toMatch(/\+1555|Lovelace|1815/);
  });

  it('hold no key or token that a hook puts in its error', async () => {
    const { admin, lines } = await setup(200, '{}', {
      onRequest({ headers }) {
        throw new Error(`could not log ${JSON.stringify({ ...headers, 'Api-Key': apiKey })} of ${email}`);
      },
    });

    await admin.channels.list(undefined, { headers: { Authorization: 'Bearer abcdefgh.ijklmnop.q' } });

    expect(lines).toContainEqual(expect.stringContaining('`onRequest` failed'));
    expect(lines.join('\n')).not.toMatch(new RegExp(`ada|abcdefgh|${apiKey}`));
  });

  it('hold no key where it is another one by then', async () => {
    const options = { apiKey, baseUrl: 'http://127.0.0.1:9', retry: false as const };
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const admin = createAdmin(
      Object.assign(options, {
        logger: { debug: log, info: log, warn: log, error: log },
        onRequest: () => {
          throw new Error(`failed with ${options.apiKey}`);
        },
      }),
    );
    options.apiKey = 'another-key-1234';

    await admin.channels.list().catch(() => {});

    expect(lines.join('\n')).toContain('failed with …');
  });
});
