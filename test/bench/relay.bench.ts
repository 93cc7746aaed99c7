import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bench, describe } from 'vitest';
import { createRelay } from '../../src/relay/index.js';
import { once, tell as write } from './browser.js';

const LINES = 500;
const REQUESTS = 40;
const ROUNDS = 20;

/** A service in this process that takes all that it is told, and does no more than to count it. */
const service: typeof globalThis.fetch = async (_, init) => {
  const { events } = JSON.parse(init?.body as string) as { events: unknown[] };
  return Response.json({ successCount: events.length, failCount: 0 });
};

const relay = createRelay({
  ...{ baseUrl: 'http://service', serverKey: 'a-server-key', webKey: 'a-web-key', tokenSecret: 'a-secret' },
  user: (request) => ({ email: request.headers.get('Cookie') ?? '' }),
  fetch: service,
  // As much as it can: by the published limits, ten calls a second are made, of 1,000 events each.
  pace: { take: () => 0, refuse: () => {} },
  rate: false,
});

/** What a page sends that has 500 events to tell. */
const bodies = Array.from({ length: REQUESTS }, (_, page) =>
  Array.from({ length: LINES }, (_, index) =>
    JSON.stringify([
      '/api/events/track',
      {
        email: `visitor-${page}@example.com`,
        eventName: 'product-viewed',
        id: crypto.randomUUID(),
        createdAt: 1_767_225_600 + index,
        dataFields: { sku: `A${index}`, price: 19.5, from: 'search', words: ['mug', 'blue'], isMember: true },
      },
    ]),
  ).join('\n'),
);

async function tell(page: number): Promise<void> {
  const response = await relay(
    new Request('http://shop.example/tidings', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: `visitor-${page}@example.com` },
      body: bodies[page] ?? '',
    }),
  );
  const text = await response.text();
  if (text.split('[200,').length !== LINES + 1) throw new Error(`Not all was delivered: ${text}`);
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The heap in use, in megabytes, without what only waits to be collected. */
async function heapUsed(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

describe('a relay alone, in front of a service in the same process', () => {
  bench(
    `${ROUNDS} times ${LINES * REQUESTS} events`,
    async () => {
      const rates: number[] = [];
      const heaps: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = process.cpuUsage();
        await Promise.all(bodies.map((_, page) => tell(page)));
        const { user, system } = process.cpuUsage(began);
        rates.push((LINES * REQUESTS * 1e6) / (user + system));
        heaps.push(await heapUsed());
      }
      write('events a second of one core, service included', rates.map((rate) => rate.toFixed(0)).join(' '));
      write('heap in use after each, in MB', heaps.map((heap) => heap.toFixed(1)).join(' '));
    },
    once,
  );
});
