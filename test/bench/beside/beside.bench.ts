import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bench, describe } from 'vitest';
import { once, startBrowser, tell } from '../browser.js';
import { bundleOf } from './bundles.js';
import { createCollector } from './collector.js';
import { losing } from './losing.js';
import { writeResults } from './results.js';
import { bare, sdks } from './sdks.js';
import { createSite } from './site.js';
import { visit, type Figures } from './visit.js';

/** How often each is visited, in turn with the others. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
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
      const all = [...sdks, bare].filter(({ id }) => !only || only.includes(id));
      const bundles = new Map<string, Awaited<ReturnType<typeof bundleOf>>>();
      for (const sdk of all) bundles.set(sdk.id, await bundleOf(sdk));
      for (const [id, { first, later }] of bundles) tell(`${id}: bundle`, `${first} + ${later} bytes`);

      const collector = await createCollector();
      const site = await createSite(bundles, collector.url);
      const visits = new Map<string, Figures[]>(all.map(({ id }) => [id, []]));
      for (let round = 0; round < ROUNDS; round++) {
        const browser = await startBrowser();
        for (const sdk of all) {
          const figures = await visit({ browser, site, collector }, sdk);
          visits.get(sdk.id)?.push(figures);
          tell(`${sdk.id}: round ${round + 1}`, JSON.stringify(figures, (_, v: unknown) => rounded(v)));
        }
        await browser.close();
      }
      const kept = await losing({ site, collector }, all.filter((sdk) => sdk !== bare));
      site.close();
      collector.close();
      if (!only) writeResults({ bundles, visits, kept, rounds: ROUNDS });
    },
    once,
  );
});

const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);
