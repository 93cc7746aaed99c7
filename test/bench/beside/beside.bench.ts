import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bench, describe } from 'vitest';
import { once, startBrowser, tell } from '../browser.js';
import { bundleOf, weightOf, type Bundle } from './bundles.js';
import { createCollector, type Collector } from './collector.js';
import { losing } from './losing.js';
import { writeResults } from './results.js';
import { bare, sdks, type Sdk } from './sdks.js';
import { createSite, type Site } from './site.js';
import { scriptsOf, visit, type Figures } from './visit.js';

/** How often each is visited, in turn with the others. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
/** In how many of those visits a thousand events are recorded at once. */
const BURSTS = Number(process.env['BENCH_BURSTS'] ?? 7);
/** What is measured. */
const PARTS = (process.env['BENCH_PARTS'] ?? 'losing,visits').split(',');
const only = process.env['BENCH_ONLY']?.split(',');

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
      for (const sdk of all) bundles.set(sdk.id, await bundleOf(sdk));

      const collector = await createCollector();
      const site = await createSite(bundles, collector.url);
      const scene = { site, collector };
      const measured = { sdks: all, ...(await sizesOf(scene, bundles, all)) };
      if (!only) writeResults(measured);
      if (PARTS.includes('losing')) {
        const kept = await losing(
          scene,
          all.filter((sdk) => sdk !== bare),
        );
        tell('kept', JSON.stringify(kept));
        if (!only) writeResults({ ...measured, kept });
      }
      const visits = new Map<string, Partial<Figures>[]>(all.map(({ id }) => [id, []]));
      for (let round = 0; PARTS.includes('visits') && round < ROUNDS; round++) {
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
        if (!only) writeResults({ ...measured, visits });
      }
      site.close();
      collector.close();
    },
    once,
  );
});

/** What each page loads, and the browser that it was asked in. */
async function sizesOf(
  scene: { site: Site; collector: Collector },
  bundles: Map<string, Bundle>,
  all: Sdk[],
) {
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
