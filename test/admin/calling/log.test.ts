import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAdmin, type AdminOptions, type Logger } from '../../../src/admin/index.js';
import { takeTime, turn } from '../support/waiting.js';

const apiKey = 'server-key-4d5e6f';

/** An admin whose calls are answered by these responses, one after the other, and the lines it logs. */
function setup(responses: Response[], options: Partial<AdminOptions> = {}) {
  const time = takeTime();
  const lines: string[] = [];
  const log = (level: string) => (line: string) => void lines.push(`${level}: ${line}`);
  const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
  const fetch = async () => responses.shift() ?? Response.json({ channels: [] });
  const given = { apiKey, baseUrl: 'https://api.example.com', fetch, random: () => 1, ...time.hooks };
  return { admin: createAdmin({ ...given, logger, ...options }), lines, time };
}

const refusal = () => Response.json({ code: 'GenericError', msg: `No ${apiKey}` }, { status: 503 });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('a logger', () => {
  it('gets a line of each request, answer and wait, at the level of its weight', async () => {
    const { admin, lines } = setup([refusal()]);

    await admin.channels.list();

    expect(lines).toEqual([
      'debug: GET /api/channels begins (call 1, attempt 1)',
      'debug: GET /api/channels failed after 0 ms (call 1, attempt 1): answered 503 GenericError',
      'warn: GET /api/channels is made again in 1000 ms (call 1, attempt 1): answered 503 GenericError',
      'debug: GET /api/channels begins (call 1, attempt 2)',
      'debug: GET /api/channels answered 200 after 0 ms (call 1, attempt 2)',
    ]);
  });

  it('is told when calls wait for their pace', async () => {
    const { admin, lines } = setup([]);
    await Promise.all(Array.from({ length: 8 }, () => admin.lists.getSize({ listId: 1 })));
    expect(lines.find((line) => line.startsWith('info'))).toMatch(
      /^info: GET \/api\/lists\/\{listId\}\/size waits \d+ ms for its pace \(\d calls wait\)$/,
    );
  });

  it('is told of hooks that fail', async () => {
    const onResponse = () => {
      throw new Error('The disk is full');
    };
    const { admin, lines } = setup([], { onResponse });
    await admin.channels.list();
    expect(lines).toContain('error: The hook `onResponse` failed, and is told of no more: The disk is full');
  });

  it('never gets a key, or who somebody is', async () => {
    const { admin, lines } = setup([refusal(), Response.json({}), Response.json({})]);

    await admin.users.getByEmail({ email: 'ada@example.com' });
    await admin.request('GET /api/users/ada@example.com');
    await admin.request('GET /api/users/ada%40example.com?email=ada@example.com');

    expect(lines.length).toBeGreaterThan(6);
    expect(inspect(lines)).not.toMatch(new RegExp(`ada|${apiKey}`));
  });

  it('that fails ends nothing, and is told once', async () => {
    const failures: unknown[] = [];
    const fails = (() => Promise.reject(new Error('The disk is full'))) as () => void;
    const { admin } = setup([], {
      logger: { debug: fails, info: fails, warn: fails, error: fails },
      onError: ({ hook }) => failures.push(hook),
    });

    await admin.channels.list();
    await turn();

    expect(failures).toEqual(['logger']);
  });
});

describe('TIDINGS_LOG', () => {
  it.each<[level: string, levels: string[]]>([
    ['debug', ['debug', 'warn']],
    ['info', ['warn']],
    ['warn', ['warn']],
    ['WARN', ['warn']],
    ['error', []],
    ['off', []],
    ['', ['debug', 'warn']],
  ])('says from which level on a logger gets lines: %j', async (level, levels) => {
    vi.stubEnv('TIDINGS_LOG', level);
    const { admin, lines } = setup([refusal()]);
    await admin.channels.list();
    expect([...new Set(lines.map((line) => line.replace(/:.*/, '')))]).toEqual(levels);
  });

  it('has lines written to the standard error, where there is no logger', async () => {
    vi.stubEnv('TIDINGS_LOG', 'warn');
    const written = vi.spyOn(console, 'error').mockReturnValue();
    const { admin } = setup([refusal()], { logger: undefined });

    await admin.channels.list();

    expect(written.mock.calls).toEqual([
      [expect.stringMatching(/^tidings warn: GET \/api\/channels is made again in 1000 ms/)],
    ]);
  });

  it('that is not set has nothing written', async () => {
    const written = vi.spyOn(console, 'error').mockReturnValue();
    const { admin } = setup([refusal()], { logger: undefined });
    await admin.channels.list();
    expect(written).not.toHaveBeenCalled();
  });

  it('that is none is refused, and so is such a logger', () => {
    const wrong = { debug() {} } as unknown as Logger;
    expect(() => setup([], { logger: wrong })).toThrow(
      '`logger` must have the functions `debug`, `info`, `warn` and `error`, as `console` does',
    );
    vi.stubEnv('TIDINGS_LOG', 'loud');
    expect(() => setup([])).toThrow('`TIDINGS_LOG` must be one of debug, info, warn, error and off');
  });
});
