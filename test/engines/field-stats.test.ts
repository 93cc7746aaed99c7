import { expect, it } from 'vitest';
import type { Client, FieldStats, Stats } from '../../src/index.js';
import { inEveryEngine } from './harness/harness.js';
import { createVisitor } from './visitor.js';

/** The page's own name, for functions that run in it. */
declare const client: Client;

/** A page that has counted. */
type Counting = typeof globalThis & { counted?: Stats };

/** A site whose pages tell figures, and what it was told. */
async function setup() {
  const visitor = await createVisitor();
  const told: FieldStats[] = [];
  const page = visitor.pageOf({
    body: 'A shop',
    name: 'startStats',
    script: `
      const { stats } = client;
      client.stats = async () => (globalThis.counted = await stats());
      startStats(client, { onStats: (stats) => navigator.sendBeacon('/stats', JSON.stringify(stats)) });`,
  });
  async function service(request: Request) {
    if (!request.url.endsWith('/stats')) return visitor.service(request);
    told.push((await request.json()) as FieldStats);
    return new Response(null, { status: 204 });
  }
  return { pages: { '/': page, '/away': '<title>Away</title>Away' }, service, told };
}

inEveryEngine('figures of the field', (setScene) => {
  it('reach the site from a page that is left, once for all its pages', async () => {
    const { told, ...scene } = await setup();
    const { open, site } = await setScene(scene);
    const page = await open();
    await page.waitUntil('globalThis.isReady');
    await page.evaluate(() => Promise.all([client.track('a'), client.track('b')]).then(() => client.flush()));
    await page.waitUntil(() => (globalThis as Counting).counted?.delivered === 2);

    await page.goto(`${site.url}/away`);

    await expect.poll(() => told).toHaveLength(1);
    expect(told[0]).toMatchObject({ since: 0, recorded: 2, delivered: 2, waiting: 0, dropped: {} });
    expect(told[0]?.delay?.p95).toBeGreaterThanOrEqual(0);
    await page.goto(site.url);
    await page.waitUntil('globalThis.isReady');
    await page.evaluate(() => client.track('c').then(() => client.flush()));
    await page.waitUntil(() => (globalThis as Counting).counted?.delivered === 3);
    await page.goto(`${site.url}/away`);
    await page.goto(site.url);
    await page.waitUntil('globalThis.isReady');
    expect(told).toHaveLength(1);
  });
});
