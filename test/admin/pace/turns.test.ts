import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAdmin, type AdminOptions, type ApiError, type Pace } from '../../../src/admin/index.js';
import { createTurns } from '../../../src/admin/pace/turns.js';
import { bundleAdmin } from '../../support/bundled.js';
import { serve } from '../../support/serve.js';
import { takeTime, turn } from '../support/waiting.js';
import { mostIn } from '../support/windows.js';

/** A service that refuses the first call and asks for so many seconds, and an admin of it. */
async function setup(seconds: number, options: Partial<AdminOptions> = {}) {
  const { baseUrl, arrivals } = await serve((response) => {
    const isRefused = arrivals.length === 1;
    if (isRefused) response.writeHead(429, { 'Retry-After': String(seconds) });
    response.end(isRefused ? '{}' : '{"channels":[]}');
  });
  return { admin: createAdmin({ apiKey: 'key', baseUrl, ...options }), arrivals, baseUrl };
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

describe('a call', () => {
  it('gets its turn at whatever moment it comes, also as the one before it has just gone', async () => {
    for (let moments = 0; moments < 20; moments += 1) {
      const pace: Pace = { take: () => 0, refuse: () => {} };
      const turns = createTurns({ pace, concurrency: 2, now: Date.now, onWait: () => {} });
      const take = () => turns.take('GET /api/channels', { left: 1_000 });
      const first = take();
      for (let passed = 0; passed < moments; passed += 1) await Promise.resolve();

      const second = take();

      await turn();
      expect(await Promise.race([second, turn().then(() => `none after ${moments}`)])).toHaveProperty('end');
      await first;
    }
  });
});

describe('a call that waits while the service asks to be left alone', () => {
  it('fails at once when it may not wait that long, and says when to come back', async () => {
    const { admin, arrivals } = await setup(300);

    const refused = await errorOf(admin.channels.list());
    const waiting = await errorOf(admin.channels.list());

    expect(refused).toMatchObject({ status: 429, attempts: 1, retryAfter: 300_000 });
    expect(waiting).toMatchObject({ name: 'ApiError', status: 429, attempts: 0 });
    expect(waiting?.retryAfter).toBeGreaterThan(290_000);
    expect(waiting?.message).toMatch(/^GET \/api\/channels answered 429: .*; come back in (300|29\d) s$/);
    expect(arrivals).toHaveLength(1);
  });

  it('fails too when it was in the queue before the other was refused', async () => {
    const { admin, arrivals } = await setup(300, { concurrency: 1 });

    const errors = await Promise.all(times(3).map(() => errorOf(admin.channels.list())));

    expect(errors).toMatchObject([{ attempts: 1 }, { attempts: 0 }, { attempts: 0 }]);
    expect(arrivals).toHaveLength(1);
  });

  it('goes once that is over, where its own budget has room for it', async () => {
    const time = takeTime();
    const arrivals: number[] = [];
    const fetch: typeof globalThis.fetch = async () => {
      arrivals.push(time.passed());
      const asked = arrivals.length === 1 && { status: 429, headers: { 'Retry-After': '300' } };
      return Response.json({ channels: [] }, asked || {});
    };
    const admin = createAdmin({ apiKey: 'key', baseUrl: 'http://service', fetch, ...time.hooks });
    await errorOf(admin.channels.list());

    const patient = admin.channels.list(undefined, { retry: { budget: 300_000 } });
    const impatient = errorOf(admin.channels.list(undefined, { retry: { budget: 299_000 } }));

    expect(await impatient).toMatchObject({ attempts: 0 });
    expect(await patient).toEqual({ channels: [] });
    expect(arrivals).toEqual([0, 300_000]);
  });

  it('counts all such waits against its budget, each once', async () => {
    const time = takeTime();
    let refusedUntil = Date.now() + 50_000;
    const refusedFor = () => Math.max(0, refusedUntil - Date.now());
    const pace: Pace = { take: refusedFor, refusedFor, refuse: () => {} };
    const onThrottle = ({ wait }: { wait: number }) => {
      time.hooks.onThrottle?.({ wait, route: '', waiting: 1 });
      // Someone else is refused again, and again.
      refusedUntil += wait;
    };
    const fetch = async () => Response.json({ channels: [] });
    const admin = createAdmin({ apiKey: 'key', baseUrl: 'http://service', fetch, pace, onThrottle });

    expect(await errorOf(admin.channels.list())).toMatchObject({ status: 429, attempts: 0 });
    // Of two minutes, fifty seconds had room twice.
    expect(time.passed()).toBe(100_000);
  });

  it('keeps no process alive once it is cancelled', async () => {
    const { arrivals, baseUrl } = await setup(300);
    const program = `
      import { createAdmin } from '${await bundleAdmin()}';
      const admin = createAdmin({ apiKey: 'key', baseUrl: '${baseUrl}', retry: { budget: 1e6 } });
      await admin.channels.list(undefined, { retry: false }).catch(() => {});
      const controller = new AbortController();
      const waiting = admin.channels.list(undefined, { signal: controller.signal });
      setImmediate(() => controller.abort());
      await waiting.catch((error) => console.log(error.name));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += String(text)));

    // It would end five minutes later.
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);

    expect(output).toBe('AbortError\n');
    expect(arrivals).toHaveLength(1);
  });
});

describe('turns', () => {
  it('do not wait for the pace of another operation, which may be slow to answer', async () => {
    const pace: Pace = {
      take: (operation) => (operation === 'GET /api/lists' ? new Promise(() => {}) : 0),
      refuse: () => {},
    };
    const fetch = async () => Response.json({ channels: [] });
    const admin = createAdmin({ apiKey: 'key', baseUrl: 'http://service', fetch, pace, concurrency: 1 });

    void admin.lists.list();
    await turn();

    expect(await admin.channels.list()).toEqual({ channels: [] });
  });

  it('keep to the limit when calls leave, which may be later than their turn came', async () => {
    takeTime();
    const left: number[] = [];
    const pass = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const isRead = init?.method === 'GET';
      if (!isRead) left.push(Date.now());
      await pass(isRead ? 900 : 10);
      return Response.json({ successCount: 0, failCount: 0 });
    };
    const admin = createAdmin({ apiKey: 'key', baseUrl: 'http://service', fetch, concurrency: 1 });

    const calls = [admin.lists.list(), ...times(12).map(() => admin.users.bulkUpdate({ users: [] }))];
    await Promise.all([...calls, vi.advanceTimersByTimeAsync(10_000)]);

    expect(left).toHaveLength(12);
    expect(mostIn(left, 1_000)).toBe(5);
  });

  it('keep to the limit with a call whose turn became old while there was no room, and that others shared', async () => {
    takeTime();
    const left: number[] = [];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      if (init?.method === 'GET') await new Promise((resolve) => setTimeout(resolve, 1_060));
      else left.push(Date.now());
      return Response.json({ successCount: 0, failCount: 0 });
    };
    const admin = (concurrency: number) =>
      createAdmin({ apiKey: 'key', baseUrl: 'http://service', fetch, concurrency });
    const [busy, idle] = [admin(1), admin(100)];

    const calls = [busy.lists.list(), busy.users.bulkUpdate({ users: [] })];
    const others = times(12).map(() => idle.users.bulkUpdate({ users: [] }));
    await Promise.all([...calls, ...others, vi.advanceTimersByTimeAsync(10_000)]);

    expect(left).toHaveLength(13);
    expect(mostIn(left, 1_000)).toBe(5);
  });

  it('let as many calls go at once as the limit says', async () => {
    takeTime();
    const left: number[] = [];
    const fetch = async () => {
      left.push(Date.now());
      return Response.json({ successCount: 0, failCount: 0 });
    };
    const admin = createAdmin({ apiKey: 'key', baseUrl: 'http://service', fetch });
    const start = Date.now();

    const calls = times(6).map(() => admin.users.bulkUpdate({ users: [] }));
    await Promise.all([...calls, vi.advanceTimersByTimeAsync(10_000)]);

    expect(left.map((time) => time - start)).toEqual([0, 0, 0, 0, 0, 1_050]);
  });

  it.each([[300], [600], [900]])(
    'keep to the limit when calls arrive, of which the first take %i ms to open their connections',
    async (opening) => {
      takeTime();
      const arrived: number[] = [];
      const pass = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
      let open = 0;
      const fetch: typeof globalThis.fetch = async () => {
        if (open) open -= 1;
        else await pass(opening);
        arrived.push(Date.now());
        await pass(20);
        open += 1;
        return Response.json({ successCount: 0, failCount: 0 });
      };
      const admin = createAdmin({ apiKey: 'key', baseUrl: 'http://service', fetch });

      const alone = admin.users.bulkUpdate({ users: [] });
      await Promise.all([alone, vi.advanceTimersByTimeAsync(2_000)]);
      const calls = times(20).map(() => admin.users.bulkUpdate({ users: [] }));
      await Promise.all([...calls, vi.advanceTimersByTimeAsync(20_000)]);

      expect(arrived).toHaveLength(21);
      expect(mostIn(arrived, 1_000)).toBe(5);
    },
  );
});
