import type { Browser } from 'puppeteer-core';
import type { Client } from '../../../src/index.js';
import { goOffline } from './network.js';
import type { Sdk } from './sdks.js';
import type { Site } from './site.js';
import type { Bench } from './visit.js';

/** How many events are recorded at once. */
const COUNT = 1_000;

/** How long until so many events are on the device, in milliseconds. */
export interface Durable {
  ours: number;
  /** The same values in one transaction of IndexedDB, by hand. */
  bare: number;
}

declare const bench: Bench;
declare const client: Client;
declare const load: (path: string) => Promise<unknown>;

/** Records with our client, and by hand, in turns. */
export async function untilDurable(
  { browser, site }: { browser: Browser; site: Site },
  sdk: Sdk,
  rounds: number,
): Promise<Durable[]> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.goto(site.pageOf(sdk.id));
  await page.evaluate(async (path) => void (await load(path)), `/sdks/${sdk.id}.js`);
  await page.evaluate(async () => void (await bench.identify()));
  await goOffline(page);
  await page.evaluate(record, 100);
  const figures: Durable[] = [];
  for (let round = 0; round < rounds; round += 1)
    figures.push({ ours: await page.evaluate(record, COUNT), bare: await page.evaluate(putByHand, COUNT) });
  await page.browserContext().close();
  return figures;
}

/** These run in the page. */
async function record(count: number): Promise<number> {
  await client.stats();
  const began = performance.now();
  await Promise.all(Array.from({ length: count }, () => client.track('viewed', { sku: 'A1', price: 12 })));
  return performance.now() - began;
}

async function putByHand(count: number): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('by hand');
    request.onupgradeneeded = () => request.result.createObjectStore('entries');
    request.onsuccess = () => resolve(request.result);
  });
  const [kind, name, recordedAt] = ['custom', 'viewed', Date.now()];
  const user = { email: 'ada@example.com' };
  const began = performance.now();
  const transaction = database.transaction('entries', 'readwrite');
  for (let number = 0; number < count; number += 1) {
    const event = { kind, name, dataFields: { sku: 'A1', price: 12 }, user, recordedAt };
    const row = { key: String(number), event: { ...event, id: crypto.randomUUID() }, size: 0 };
    transaction.objectStore('entries').put(row, row.key);
  }
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  const took = performance.now() - began;
  database.close();
  return took;
}
