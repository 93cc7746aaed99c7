import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmulator, type Fault } from '../../../src/emulator/app.js';
import { createRandom } from '../../../src/emulator/random.js';
import { serve } from '../../../src/emulator/server.js';
import { compileAdmin } from '../../support/compiled.js';

const ROUTE = 'POST /api/users/bulkUpdate';
/** How many users there are; 200,000 with `npm run storm`. */
const USERS = Number(process.env['STORM_USERS'] ?? 40_000);
const KILLS = 3;
/** How much the heap may grow between the first and the last chunks of a process, in bytes. */
const GROWTH = 25e6;

const kinds: Fault[] = [
  { kind: 'status', status: 429, retryAfter: 0 },
  { kind: 'status', status: 500 },
  { kind: 'lose' },
  { kind: 'malformed' },
  { kind: 'status', status: 413 },
];

/** A service with its limits on, of whose answers one in twenty goes wrong. */
async function setup() {
  const emulator = createEmulator({ limits: true });
  const random = createRandom(20);
  const arrivals: { at: number; status: number }[] = [];
  const served = await serve(
    {
      fetch: async (input, init) => {
        if (random() < 0.05)
          emulator.faults.add({
            route: ROUTE,
            ...(kinds[Math.floor(random() * kinds.length)] ?? { kind: 'lose' }),
          });
        const response = await emulator.fetch(input, init);
        arrivals.push({ at: Date.now(), status: response.status });
        return response;
      },
    },
    { port: 0 },
  );
  onTestFinished(() => served.close());
  const folder = mkdtempSync(join(tmpdir(), 'tidings-storm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    emulator,
    arrivals,
    baseUrl: `http://127.0.0.1:${served.port}`,
    checkpoint: join(folder, 'storm.json'),
  };
}

/** What a worker told when it was done. */
interface Told {
  report: { read: number; sent: number; failed: number; skipped: number; failures: unknown[] };
  /** The heap after each collection, in bytes. */
  heap: number[];
}

/** A process that sends all users; it may be killed. */
function send({
  baseUrl,
  checkpoint,
  module,
  apiKey,
}: Record<'baseUrl' | 'checkpoint' | 'module' | 'apiKey', string>) {
  const program = `
    import { createAdmin, fileCheckpoint } from '${module}';
    const admin = createAdmin({ apiKey: '${apiKey}', baseUrl: '${baseUrl}' });
    function* users() {
      for (let index = 0; index < ${USERS}; index += 1)
        yield { email: 'user-' + index + '@example.com', dataFields: { index, plan: 'pro' } };
    }
    const heap = [];
    const onProgress = () => { gc(); heap.push(process.memoryUsage().heapUsed); };
    const report = await admin.bulk.updateUsers(users(), { checkpoint: fileCheckpoint('${checkpoint}'), onProgress });
    console.log(JSON.stringify({ report, heap }));`;
  const child: ChildProcess = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (text: Buffer) => (output += String(text)));
  child.stderr?.on('data', (text: Buffer) => (errors += String(text)));
  const ended = new Promise<Told | undefined>((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (code === 0) resolve(JSON.parse(output) as Told);
      else if (signal === 'SIGKILL') resolve(undefined);
      else reject(new Error(errors));
    });
  });
  return { child, ended };
}

describe('the storm', { timeout: 300_000 }, () => {
  it(`brings ${USERS} users through, over failing answers and killed processes`, async () => {
    const { emulator, arrivals, ...place } = await setup();
    const how = { ...place, module: compileAdmin(), apiKey: emulator.keys.server };
    const chunks = USERS / 1_000;

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const { child, ended } = send(how);
      const until = (chunks / (KILLS + 1)) * kill;
      while (emulator.inspect.people.length < until * 1_000)
        await new Promise((resolve) => setTimeout(resolve, 20));
      child.kill('SIGKILL');
      await ended;
      expect(existsSync(place.checkpoint)).toBe(true);
    }
    const last = arrivals.length;
    const told = await send(how).ended;

    const report = told?.report ?? { read: 0, sent: 0, failed: 0, skipped: 0, failures: [] };
    expect(report.failures).toEqual([]);
    expect(report).toMatchObject({ read: USERS, failed: 0 });
    expect(report.sent + report.skipped).toBe(USERS);
    expect(new Set(emulator.inspect.people.map(({ email }) => email)).size).toBe(USERS);
    expect(existsSync(place.checkpoint)).toBe(false);

    const ours = arrivals.slice(last);
    const seconds = ((ours.at(-1)?.at ?? 0) - (ours[0]?.at ?? 0)) / 1_000;
    const heap = told?.heap ?? [];
    const growth = Math.max(...heap.slice(-3)) - Math.max(...heap.slice(0, 3));
    const refused = emulator.inspect.requests.filter(({ status, fault }) => status === 429 && !fault).length;
    console.log(
      `${arrivals.length} answers; the last process had ${ours.length} in ${seconds} s of 5 a second; ` +
        `${refused} refused for pace; the heap grew by ${(growth / 1e6).toFixed(1)} MB`,
    );
    expect(refused).toBeLessThanOrEqual(0.01 * arrivals.length);
    // Of a short run the first calls, which go at once, would count for too much.
    if (chunks >= 100) expect(ours.length).toBeGreaterThanOrEqual(0.95 * 5 * seconds);
    expect(growth).toBeLessThan(GROWTH);
  });
});
