import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { formatted } from '../../../scripts/formatted.js';
import type { Durable } from './durable.js';
import type { Kept } from './losing.js';
import type { Sdk } from './sdks.js';
import type { ServerFigures } from './server.js';
import type { Results } from './sections.js';
import type { ShopFigures } from './shop.js';
import type { Shown } from './showing.js';
import { SLOWER, type Figures } from './visit.js';
import { keeperOf, WAITING, type Emptied } from './waiting.js';

const ROOT = join(import.meta.dirname, '../../..');
const RESULTS = join(ROOT, 'docs/bench/results.json');

/** The middle of some figures, the smallest and the largest, and how many there were. */
type Spread = [median: number, min: number, max: number, count: number];

interface Measured {
  sdks: Sdk[];
  sizes: Map<string, { first: number; loaded: number }>;
  /** What was not measured this time stays as it was. */
  visits?: Map<string, Partial<Figures>[]>;
  shown?: Map<string, Shown[]>;
  kept?: Record<string, Record<string, Kept>>;
  waiting?: Map<string, Emptied[]>;
  server?: ServerFigures[];
  durable?: Durable[];
  shop?: Record<'with' | 'without', ShopFigures>[];
  browser: string;
}

/** Keeps what was measured, for the page that is made of it. */
export async function writeResults(measured: Measured): Promise<void> {
  const { sdks, sizes, visits, shown, kept, waiting, server, durable, shop, browser } = measured;
  const earlier = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results) : undefined;
  const rows = sdks.map(({ id, name }) => {
    const rounds = visits?.get(id) ?? [];
    return {
      ...earlier?.rows.find((row) => row.id === id),
      ...{ id, name, version: versionOf(name) },
      size: sizes.get(id),
      ...(visits && Object.fromEntries(FIGURES.map((figure) => [figure, spread(rounds, figure)]))),
      ...(shown && Object.fromEntries(SHOWN.map((figure) => [figure, spread(shown.get(id) ?? [], figure)]))),
      ...(kept && {
        kept: Object.fromEntries(Object.entries(kept).map(([story, outcomes]) => [story, outcomes[id]])),
      }),
      ...(waiting && { waiting: waitingOf(waiting.get(keeperOf(id)) ?? waiting.get(id)) }),
    };
  });
  const results = {
    ...earlier,
    ...(server && { server }),
    ...(durable && { durable: { ours: spread(durable, 'ours'), bare: spread(durable, 'bare') } }),
    ...(shop && { shop: { with: ofShop(shop, 'with'), without: ofShop(shop, 'without') } }),
    date: new Date().toISOString().slice(0, 10),
    machine: `Linux with ${cpus().length} cores, Node ${process.versions.node}`,
    browser,
    slower: SLOWER,
    rows,
  };
  writeFileSync(RESULTS, await formatted('results.json', JSON.stringify(results, null, 1)));
}

const FIGURES = [
  ...([
    'evaluation',
    'start',
    'work',
    'blocked',
    'heap',
    'requestsBefore',
    'call',
    'slowCall',
    'burst',
  ] as const),
  ...(['delivered', 'arrived', 'deliveryWork', 'requests', 'sent'] as const),
];

const SHOWN = ['inApp', 'inAppWork', 'inAppSize', 'embedded', 'embeddedWork', 'embeddedSize'] as const;

function ofShop(rounds: Record<'with' | 'without', ShopFigures>[], which: 'with' | 'without') {
  const figures = rounds.map((round) => round[which]);
  return {
    moved: spread(figures, 'moved'),
    blocked: spread(figures, 'blocked'),
    worked: spread(figures, 'worked'),
  };
}

/** What was measured of each count, in the order of counts. */
function waitingOf(plays: Emptied[] = []) {
  if (!plays.length) return undefined;
  return WAITING.map(([count]) => {
    const same = plays.filter((play) => play.count === count);
    return {
      count,
      start: spread(same, 'start'),
      heap: spread(same, 'heap'),
      took: spread(same, 'took'),
    };
  });
}

function spread<Key extends string>(rounds: Partial<Record<Key, number>>[], figure: Key): Spread | undefined {
  const figures = rounds.flatMap((round) => round[figure] ?? []).toSorted((a, b) => a - b);
  if (!figures.length) return undefined;
  const [middle = NaN, first = NaN, last = NaN] = [
    figures[Math.floor((figures.length - 1) / 2)],
    figures[0],
    figures.at(-1),
  ];
  return [rounded(middle), rounded(first), rounded(last), figures.length];
}

const rounded = (value: number) => Number(value.toPrecision(4));

/** The version of a package as it is installed; nothing for what is none. */
function versionOf(name: string): string | undefined {
  if (name === 'bare fetch') return undefined;
  const path = name.startsWith('tidings') ? 'package.json' : `test/bench/node_modules/${name}/package.json`;
  return (JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { version: string }).version;
}
