import { spawn } from 'node:child_process';
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdmin, redisPace } from '../../../src/admin/index.js';
import { createEmulator } from '../../../src/emulator/app.js';
import { serve } from '../../../src/emulator/server.js';
import { compileAdmin } from '../../support/compiled.js';
import { hasRedis, startRedis } from '../../support/redis.js';

const SECONDS = 6;

/** An emulator that keeps to the published limits, where other processes reach it. */
async function setup() {
  const emulator = createEmulator({ limits: true });
  const served = await serve(emulator, { port: 0 });
  onTestFinished(() => served.close());
  const refused = () => emulator.inspect.requests.filter(({ status }) => status === 429).length;
  return { emulator, baseUrl: `http://127.0.0.1:${served.port}`, refused };
}

async function connect(url: string) {
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.destroy());
  return client;
}

/** A worker of its own, which calls as fast as it may for some seconds; gives how often it did. */
function work(module: string, redis: string, baseUrl: string, apiKey: string): Promise<number> {
  const program = `
    import { createClient } from 'redis';
    import { createAdmin, redisPace } from '${module}';
    const client = await createClient({ url: '${redis}' }).connect();
    const admin = createAdmin({ apiKey: '${apiKey}', baseUrl: '${baseUrl}', pace: redisPace({ client }) });
    const signal = AbortSignal.timeout(${SECONDS * 1_000});
    let count = 0;
    const call = () => admin.events.trackBulk({ events: [] }, { signal }).then(() => { count += 1; return call(); }, () => {});
    await Promise.all([call(), call(), call()]);
    console.log(count);
    client.destroy();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: `${import.meta.dirname}/../../..`,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    let [output, errors] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (output += String(text)));
    child.stderr.on('data', (text: Buffer) => (errors += String(text)));
    child.once('exit', (code) => (code === 0 ? resolve(Number(output)) : reject(new Error(errors))));
  });
}

describe.skipIf(!hasRedis)('a pace shared through Redis', { timeout: 60_000 }, () => {
  it('keeps four processes together to the limit, and to no less than nine tenths of it', async () => {
    const [{ baseUrl, emulator, refused }, redis] = [await setup(), await startRedis()];
    const module = compileAdmin();

    const counts = await Promise.all(
      [0, 1, 2, 3].map(() => work(module, redis.url, baseUrl, emulator.keys.server)),
    );

    const times = emulator.inspect.requests.map(({ at }) => at);
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
    const allowed = 10 * seconds + 10;
    console.log(
      `${times.length} calls of four processes in ${seconds} s, of ${allowed} allowed; ${refused()} refused`,
    );
    expect(times.length).toBeLessThanOrEqual(allowed);
    expect(times.length).toBeGreaterThanOrEqual(0.9 * 10 * seconds);
    expect(refused()).toBeLessThanOrEqual(0.01 * times.length);
    expect(counts.filter((count) => count === 0)).toEqual([]);
  });

  it('falls back to a share of its own when Redis is away, and says so once', async () => {
    const [{ baseUrl, emulator, refused }, redis] = [await setup(), await startRedis()];
    const told: (Error | undefined)[] = [];
    const pace = redisPace({
      client: await connect(redis.url),
      workers: 2,
      onFallback: (error) => told.push(error),
    });
    const admin = createAdmin({ apiKey: emulator.keys.server, baseUrl, pace });
    await admin.channels.list();
    await redis.stop();
    const startedAt = Date.now();

    await Promise.all(Array.from({ length: 9 }, () => admin.users.bulkUpdate({ users: [] })));

    // Two at once, and then two and a half a second.
    expect(Date.now() - startedAt).toBeGreaterThan(2_000);
    expect(told).toEqual([expect.any(Error)]);
    expect(refused()).toBe(0);
  });
});
