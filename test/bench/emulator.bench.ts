import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bench, describe } from 'vitest';
import { createEmulator, type Emulator } from '../../src/emulator/app.js';

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
