import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmulator, type Fault } from '../../../src/emulator/app.js';
import { createRandom } from '../../../src/emulator/state/random.js';
import { serve } from '../../../src/emulator/command/server.js';
import { bundleAdmin } from '../../support/bundled.js';

const ROUTE = 'POST /api/users/bulkUpdate';
/** The long form is also held to the limits of the service; the short one has no time for them. */
const { STORM_USERS } = process.env;
/** How many users there are; 200,000 with `npm run storm`. */
const USERS = Number(STORM_USERS ?? 6_000);
const CHUNK = STORM_USERS ? 1_000 : 100;
const CHUNKS = USERS / CHUNK;
const KILLS = STORM_USERS ? 3 : 1;
/** How many chunks are under way at once. */
const CONCURRENCY = 4;

const kinds: Fault[] = [
  { kind: 'status', status: 429, retryAfter: 0 },
  { kind: 'status', status: 500 },
  { kind: 'lose' },
  { kind: 'malformed' },
  { kind: 'status', status: 413 },
];

/** A service of whose answers one in twenty goes wrong, and which may strike while it has answers to give. */
async function setup() {
  const emulator = createEmulator({ limits: STORM_USERS !== undefined });
  const random = createRandom(20);
  /** Makes an answer wait once there are so many users. */
  let strike: { users: number; act: () => Promise<void> } | undefined;
  const served = await serve(
    {
      fetch: async (input, init) => {
        if (random() < 0.05)
          emulator.faults.add({
            route: ROUTE,
            ...(kinds[Math.floor(random() * kinds.length)] ?? { kind: 'lose' }),
          });
        const response = await emulator.fetch(input, init);
        if (strike && emulator.inspect.people.length >= strike.users) await strike.act();
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
    baseUrl: `http://127.0.0.1:${served.port}`,
    checkpoint: join(folder, 'storm.json'),
    strikeAt: (users: number, act: () => Promise<void>) => (strike = { users, act }),
  };
}

/** What a worker told when it was done. */
interface Told {
  report: { read: number; sent: number; failed: number; skipped: number; failures: unknown[] };
  /** How many users it held at most when nothing was left that could be collected. */
  held: number;
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
    const pace = ${STORM_USERS ? '{}' : 'false'};
    const admin = createAdmin({ apiKey: '${apiKey}', baseUrl: '${baseUrl}', pace });
    let given = [];
    function* users() {
      for (let index = 0; index < ${USERS}; index += 1) {
        const user = { email: 'user-' + index + '@example.com', dataFields: { index, plan: 'pro' } };
        given.push(new WeakRef(user));
        yield user;
      }
    }
    let held = 0;
    const onProgress = () => setImmediate(() => {
      gc();
      given = given.filter((user) => user.deref());
      held = Math.max(held, given.length);
    });
    const options = { checkpoint: fileCheckpoint('${checkpoint}'), chunkSize: ${CHUNK}, concurrency: ${CONCURRENCY}, onProgress };
    const report = await admin.bulk.updateUsers(users(), options);
    setImmediate(() => console.log(JSON.stringify({ report, held })));`;
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
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { kill, ended };
}

describe('the storm', { timeout: STORM_USERS ? 900_000 : 60_000 }, () => {
  it(`brings ${USERS} users through, over failing answers and killed processes`, async ({ annotate }) => {
    const { emulator, strikeAt, ...place } = await setup();
    const how = { ...place, module: await bundleAdmin(), apiKey: emulator.keys.server };

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const worker = send(how);
      strikeAt((USERS / (KILLS + 1)) * kill, worker.kill);
      expect(await worker.ended).toBeUndefined();
      expect(existsSync(place.checkpoint)).toBe(true);
    }
    strikeAt(Infinity, async () => {});
    const told = await send(how).ended;

    const report = told?.report ?? { read: 0, sent: 0, failed: 0, skipped: 0, failures: [] };
    expect(report.failures).toEqual([]);
    expect(report).toMatchObject({ read: USERS, failed: 0 });
    expect(report.sent + report.skipped).toBe(USERS);
    expect(report.skipped).toBeGreaterThan(0);
    expect(new Set(emulator.inspect.people.map(({ email }) => email)).size).toBe(USERS);
    expect(existsSync(place.checkpoint)).toBe(false);

    const { requests } = emulator.inspect;
    const faults = requests.filter(({ fault }) => fault).length;
    const refused = requests.filter(({ status, fault }) => status === 429 && !fault).length;
    await annotate(
      `${USERS} users: ${requests.length} calls for ${CHUNKS} chunks: ${faults} went wrong, ${refused} were refused for their pace; ` +
        `the last process held ${told?.held} users at most`,
      'figure',
    );
    expect(faults).toBeGreaterThan(0);
    // One more for each that was refused, two for the halves of one too large, and what was under way when it was killed.
    expect(requests.length).toBeLessThanOrEqual(CHUNKS + 2 * faults + refused + CONCURRENCY * KILLS);
    // What is under way, and what is read meanwhile.
    expect(told?.held).toBeLessThanOrEqual(2 * CONCURRENCY * CHUNK);
  });
});
