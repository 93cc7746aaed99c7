import { spawn, spawnSync } from 'node:child_process';
import { once as onceEmitted } from 'node:events';
import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bench, describe } from 'vitest';
import { createEmulator, type Emulator } from '../../src/emulator/app.js';
import { createTimetable } from '../../src/emulator/state/clock.js';
import { createTables } from '../../src/emulator/state/tables.js';
import { compileCommand } from '../emulator/support/bin.js';
import { median, once } from './browser.js';

const CALLS = 10_000;

/** Tracks events of a hundred people, one call after the other. */
async function track(emulator: Emulator): Promise<void> {
  for (let call = 0; call < CALLS; call += 1) {
    const email = `user${call % 100}@example.com`;
    const response = await emulator.fetch('http://emulator/api/events/track', {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, eventName: 'viewed', dataFields: { sku: 'A1', call } }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(answer);
  }
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The heap in use, in megabytes, without what only waits to be collected. */
async function heapUsed(): Promise<number> {
  // A turn of the event loop lets go of the streams that the last calls read.
  await new Promise((resolve) => setTimeout(resolve, 50));
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Prints a line; what is logged in a benchmark, Vitest keeps to itself. */
function tell(line: string) {
  writeSync(2, `${line}\n`);
}

describe('the emulator', () => {
  const emulator = createEmulator();
  let heap = 0;

  bench(
    `${CALLS} track calls in process`,
    async () => {
      const began = performance.now();
      await track(emulator);
      const perCall = ((performance.now() - began) / CALLS) * 1_000;
      const before = heap;
      heap = await heapUsed();
      const growth = before ? `, ${(heap - before).toFixed(1)} MB more than before` : '';
      tell(`${CALLS} track calls: ${perCall.toFixed(0)} µs each, heap ${heap.toFixed(0)} MB${growth}`);
    },
    { iterations: 5, time: 0, warmupIterations: 1, warmupTime: 0 },
  );
});

const ROUNDS = 5;

/** The middle of how long something takes, in milliseconds. */
async function timeOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Starts the command and ends it once it has answered a call. */
async function answerOnce(program: string): Promise<void> {
  const child = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = onceEmitted(child, 'close');
  let output = '';
  for await (const part of child.stdout) {
    const [, url] = /Service\s+(http:\S+)/.exec((output += String(part))) ?? [];
    if (!url) continue;
    await (await fetch(`${url}/api/lists`, { headers: { 'Api-Key': 'emulator-server-key' } })).text();
    child.kill('SIGKILL');
  }
  await ended;
}

describe('the emulator as a command', () => {
  bench(
    'from its start to its first answer',
    async () => {
      const { program, remove } = compileCommand();
      try {
        const bare = await timeOf(() => spawnSync(process.execPath, ['--eval', '0']));
        const ours = await timeOf(() => answerOnce(program));
        tell(
          `First answer: ${ours.toFixed(0)} ms, ${(ours / bare).toFixed(1)} times the start of Node alone`,
        );
      } finally {
        remove();
      }
    },
    once,
  );
});

/** An emulator that holds so many events of the first who had one. */
async function withEvents(count: number): Promise<Emulator> {
  const emulator = createEmulator();
  await post(emulator, 'events/track', { email: 'ada@example.com', eventName: 'viewed' });
  const saved = JSON.parse(emulator.save()) as { tables: { records: [string, object][] } };
  const [[, event] = ['', {}]] = saved.tables.records;
  saved.tables.records = Array.from({ length: count }, (_, index) => [
    `customEvent e${index}`,
    { ...event, id: `e${index}` },
  ]);
  emulator.load(JSON.stringify(saved));
  return emulator;
}

async function post(emulator: Emulator, path: string, body: object | string): Promise<void> {
  const response = await emulator.fetch(`http://emulator/api/${path}`, {
    method: 'POST',
    headers: { 'Api-Key': emulator.keys.server },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  await response.text();
}

/** Work of a size, which should take as many times longer as it is larger. */
const growing: Record<string, (size: number) => Promise<() => unknown>> = {
  'a job that exports 100,000 records': async (size) => {
    const emulator = await withEvents(100_000 * size);
    return async () => {
      await post(emulator, 'export/start', {
        dataTypeName: 'customEvent',
        outputFormat: 'application/x-json-stream',
      });
      emulator.clock.advance(2_000);
    };
  },
  '10,000 planned tasks': async (size) => {
    const tables = createTables();
    const clock = createTimetable(tables, () => 0);
    return () => {
      for (let task = 0; task < 10_000 * size; task += 1) {
        clock.plan(clock.now() + ((task * 7_919) % 5_000), 'none', null);
      }
      clock.advance(5_000);
    };
  },
  'a body of 250,000 escaped quotes that never ends': async (size) => {
    const emulator = createEmulator();
    const body = `"${'\\"'.repeat(250_000 * size)}`;
    return () => post(emulator, 'users/update', body);
  },
  'a snippet of 75,000 unclosed tags': async (size) => {
    const emulator = createEmulator();
    const content = '<script '.repeat(75_000 * size);
    return () => post(emulator, 'snippets', { name: 'hostile', content });
  },
};

describe('the emulator with four times the work', () => {
  for (const [what, prepare] of Object.entries(growing)) {
    bench(
      what,
      async () => {
        const small = await timeOf(await prepare(1));
        const large = await timeOf(await prepare(4));
        tell(`${what}: ${small.toFixed(0)} ms; four times as much: ${(large / small).toFixed(1)} times that`);
      },
      once,
    );
  }
});
