import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Relay } from '../../../src/relay/index.js';
import type { BullQueue } from '../../../src/relay/queue.js';
import { examples, moduleName, moduleOf } from '../../support/examples.js';
import { hasRedis, startRedis } from '../../support/redis.js';
import { ada, emulated, event, SECRET, visitor } from '../support/site.js';
import { DURABLE } from './support/queue.js';

const ROOT = join(import.meta.dirname, '../../..');
const ours = examples.filter(({ page, language }) => page === 'docs/relay-queue.md' && language === 'ts');

/** The modules of the guide, where they can be run against an emulator and a Redis as the guide wants it. */
async function guide() {
  const { emulator, baseUrl } = await emulated();
  const { url } = await startRedis({ isKept: true, settings: DURABLE });
  const folder = join(ROOT, 'build/examples/relay-queue-runs');
  mkdirSync(folder, { recursive: true });
  const before = process.listeners('SIGTERM');
  onTestFinished(async () => {
    // As when their processes are told to end.
    const ends = process.listeners('SIGTERM').filter((end) => !before.includes(end));
    await Promise.all(ends.map((end): unknown => end('SIGTERM')));
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  for (const example of ours) {
    const code = moduleOf(example)
      .replaceAll("'tidings/relay'", `'${join(ROOT, 'src/relay/index.ts')}'`)
      .replaceAll("'tidings/relay/queue'", `'${join(ROOT, 'src/relay/queue.ts')}'`);
    writeFileSync(join(folder, moduleName(example)), code);
  }
  const { server: SERVER_KEY, web: WEB_KEY } = emulator.keys;
  const variables = { SERVICE_URL: baseUrl, TOKEN_SECRET: SECRET, REDIS_URL: url, SERVER_KEY, WEB_KEY };
  for (const [variable, text] of Object.entries(variables)) vi.stubEnv(variable, text);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  return { emulator, load: <T>(name: string) => import(join(folder, `${name}.ts`)) as Promise<T> };
}

describe.skipIf(!hasRedis)('the examples of the guide to the queue', () => {
  it('run: a page is told that all is on disk, a worker tells the service, and what it refused can be looked at', async () => {
    const { emulator, load } = await guide();
    const { sessions } = await load<{ sessions: Map<string, object> }>('session');
    sessions.set('a-session', ada);
    const { relay, queue } = await load<{ relay: Relay; queue: BullQueue }>('relay');
    const server = serve({ fetch: relay, port: 0, hostname: '127.0.0.1' });
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const page = visitor(`http://127.0.0.1:${(server.address() as { port: number }).port}/tidings`);
    page.jar.set('session', 'a-session');

    const outcomes = await page.tell(event(), event(), [
      'POST /api/commerce/trackPurchase',
      { user: ada, items: [], total: 'much' },
    ]);

    expect(outcomes.map(({ is }) => is)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(emulator.inspect.requests).toEqual([]);
    await load('worker');
    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0, delivered: 2, deadLetters: 1 });
    expect(emulator.inspect.requests.map(({ route }) => route).sort()).toEqual([
      'POST /api/commerce/trackPurchase',
      'POST /api/events/trackBulk',
    ]);
    vi.spyOn(console, 'log').mockReturnValue(undefined);
    expect(await load('letters')).toMatchObject({ told: 1 });
  });
});
