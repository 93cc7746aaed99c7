import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bench, describe } from 'vitest';
import { once, startBrowser, tell } from '../browser.js';
import { bundleOf, weightOf, type Bundle } from './bundles.js';
import { createCollector, type Collector } from './collector.js';
import { untilDurable } from './durable.js';
import { isOurs } from './figures.js';
import { losing } from './losing.js';
import { writeResults } from './results.js';
import { bare, sdks, type Sdk } from './sdks.js';
import { serverFigures } from './server.js';
import { shopFigures } from './shop.js';
import { showing } from './showing.js';
import { createSite, type Site } from './site.js';
import { scriptsOf, visit, type Figures } from './visit.js';
import { emptied, keepingAll, WAITING, type Emptied } from './waiting.js';

/** How often each is visited, in turn with the others. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
/** In how many of those visits a thousand events are recorded at once. */
const BURSTS = Number(process.env['BENCH_BURSTS'] ?? 7);
/** What is measured. */
const PARTS = (process.env['BENCH_PARTS'] ?? 'visits,durable,shop,showing,waiting,server,losing').split(',');
const only = process.env['BENCH_ONLY']?.split(',');

/** Ours, both ways, where more waits than a site keeps by default. */
const keepers = sdks.filter(isOurs).map(keepingAll);

interface Scene {
  site: Site;
  collector: Collector;
}

const FOLDER = join(import.meta.dirname, '..');

/** Installs what we are measured beside, unless it is there. */
function installPeers() {
  if (existsSync(join(FOLDER, 'node_modules/posthog-js'))) return;
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', args, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
}

describe('beside other SDKs', () => {
  bench(
    'all figures',
    async () => {
      installPeers();
      const all = [...sdks, bare].filter(({ id }) => !only || id === 'bare' || only.includes(id));
      const bundles = new Map<string, Bundle>();
      for (const sdk of [...all, ...keepers]) bundles.set(sdk.id, await bundleOf(sdk));

      const collector = await createCollector();
      const site = await createSite(bundles, collector);
      const scene = { site, collector };
      const write = only ? async () => {} : writeResults;
      const measured = { sdks: all, ...(await sizesOf(scene, bundles, all)) };
      await write(measured);
      if (PARTS.includes('visits')) await visiting(scene, all, (visits) => write({ ...measured, visits }));
      if (PARTS.includes('durable')) await write({ ...measured, durable: await durability(scene) });
      if (PARTS.includes('shop')) await write({ ...measured, shop: await shopFigures(ROUNDS) });
      if (PARTS.includes('showing')) await write({ ...measured, shown: await showing(scene, all, ROUNDS) });
      if (PARTS.includes('waiting')) await write({ ...measured, waiting: await emptying(scene) });
      if (PARTS.includes('server')) await write({ ...measured, server: await serverFigures() });
      if (PARTS.includes('losing')) {
        const peers = all.filter((sdk) => sdk !== bare);
        const kept = await losing(scene, peers);
        tell('kept', JSON.stringify(kept));
        await write({ ...measured, kept });
      }
      site.close();
      collector.close();
    },
    once,
  );
});

/** Visits a page with each, in turns, and tells after each round what all of them showed. */
async function visiting(
  scene: Scene,
  all: Sdk[],
  write: (visits: Map<string, Partial<Figures>[]>) => Promise<void>,
): Promise<void> {
  const visits = new Map<string, Partial<Figures>[]>(all.map(({ id }) => [id, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const browser = await startBrowser();
    // What is first in a new browser pays for what the others find warm.
    await visit({ ...scene, browser }, { sdk: bare, hasBurst: false });
    for (const sdk of [...all.slice(round % all.length), ...all.slice(0, round % all.length)]) {
      const figures = await visit({ ...scene, browser }, { sdk, hasBurst: round < BURSTS });
      visits.get(sdk.id)?.push(figures);
      tell(
        `${sdk.id}: round ${round + 1}`,
        JSON.stringify(figures, (_, v: unknown) => rounded(v)),
      );
    }
    await browser.close();
    await write(visits);
  }
}

async function durability(scene: Scene) {
  const browser = await startBrowser();
  const [ours = bare] = keepers;
  const figures = await untilDurable({ ...scene, browser }, ours, ROUNDS);
  await browser.close();
  tell('1,000 events until they are on the device, and by hand', JSON.stringify(figures));
  return figures;
}

/** Lets ours, both ways, and a bare loop empty what waits, in turns. */
async function emptying(scene: Scene): Promise<Map<string, Emptied[]>> {
  const figures = new Map<string, Emptied[]>();
  for (const [count, plays] of WAITING)
    for (let play = 0; play < plays; play++)
      for (const sdk of [...keepers, bare]) {
        const browser = await startBrowser();
        const one = await emptied({ ...scene, browser }, sdk, count);
        await browser.close();
        tell(`${sdk.id}: ${count} that wait`, JSON.stringify(one));
        figures.set(sdk.id, [...(figures.get(sdk.id) ?? []), one]);
      }
  return figures;
}

/** What each page loads, and the browser that it was asked in. */
async function sizesOf(scene: Scene, bundles: Map<string, Bundle>, all: Sdk[]) {
  const browser = await startBrowser();
  const sizes = new Map<string, { first: number; loaded: number }>();
  for (const sdk of all) {
    const { first, weights } = bundles.get(sdk.id) ?? { first: NaN, weights: new Map<string, number>() };
    const loaded = weightOf(weights, await scriptsOf({ ...scene, browser }, sdk));
    sizes.set(sdk.id, { first, loaded });
    tell(`${sdk.id}: bytes before it starts, and in all`, `${first}, ${loaded}`);
  }
  const version = await browser.version();
  await browser.close();
  return { sizes, browser: version.replace(/^.*\//, 'Chromium ') };
}

const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);
