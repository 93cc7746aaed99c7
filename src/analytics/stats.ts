import { readLocal, writeLocal } from '../browser/local.js';
import { isPage, onPageHidden } from '../browser/page.js';
import type { TrackedEvent } from '../events/event.js';
import type { Stats } from '../events/recorder.js';
import type { Attachable } from '../host/attachable.js';
import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { createAlarm } from '../lib/alarm.js';
import { must } from '../lib/must.js';
import { parsed } from '../lib/parsed.js';
import { randomId } from '../lib/random-id.js';

/** What became of events in one browser since it told last: counts alone, and nobody's. */
export interface FieldStats extends Stats {
  /** Names these figures: two tabs that are closed together may tell the same. */
  id: string;
  /** When it told last, in milliseconds since the epoch; 0 where it never did. */
  since: number;
  /** How many were taken in. */
  recorded: number;
  /** How long pages took until the service had what they sent, in milliseconds; absent where they sent nothing. */
  delay?: { median: number; p95: number };
}

/** Who gets the figures. */
export interface FieldStatsOptions {
  /** Gets them while the page is hidden, maybe for good: send them by `navigator.sendBeacon`. */
  onStats: (stats: FieldStats) => void;
}

/** The telling of figures, as it goes on. */
export interface FieldStatsTelling {
  /** Stops. */
  close(): void;
}

/** A client that counts. */
export interface CountingClient extends Attachable {
  stats(): Promise<Stats>;
  on(name: 'recorded' | 'delivered', listener: (event: TrackedEvent) => void): () => void;
}

/** How long after it has told a browser says nothing, in milliseconds. */
const SESSION = 30 * 60_000;
/** How long after something has happened it is counted, in milliseconds. */
const SOON = 1_000;
/** Of how many the delays are kept. */
const MOST = 200;

/** What is on the device of what was told. */
interface Note {
  /** Names the next figures. */
  id: string;
  /** When the last were told, in milliseconds since the epoch. */
  at: number;
  /** What had been counted by then. */
  told: Stats;
  delays: number[];
}

const NOTHING: Stats = { waiting: 0, delivered: 0, deliveredInBackground: 0, dropped: {}, uncertain: 0 };

/**
 * Tells how many events of this browser were recorded, delivered and dropped, and how long that took, so that a site can
 * chart what arrives: when the page is hidden, once in half an hour, if anything has happened since. Called again for the
 * same client, it gives the same, which stops once all have closed it.
 *
 * @example
 * ```ts
 * startStats(client, { onStats: (stats) => navigator.sendBeacon('/stats', JSON.stringify(stats)) });
 * ```
 */
export function startStats(client: CountingClient, options: FieldStatsOptions): FieldStatsTelling {
  must(typeof options.onStats === 'function', '`onStats` must be a function');
  return startOnce(client, 'stats', options, (host) => start(host, client, options));
}

function start(host: Host, client: CountingClient, { onStats }: FieldStatsOptions): FieldStatsTelling {
  // There is nobody to tell of during server rendering.
  if (!isPage()) return { close: () => undefined };
  const key = `${host.name} stats`;
  const now = Date.now;
  const alarm = createAlarm(look, now);
  const lookSoon = () => alarm.set(now() + SOON);
  let counted: Stats | undefined;
  let delays: number[] = [];

  function look() {
    // What cannot be counted is told by the client.
    client.stats().then(
      (stats) => (counted = stats),
      () => undefined,
    );
  }
  /** At once: a page that is left may not come to an answer of its device any more. */
  function leave() {
    if (!host.isAllowed || !counted) return;
    const note = noteIn(readLocal(key));
    note.delays = [...note.delays, ...delays].slice(-MOST);
    delays = [];
    const stats = now() - note.at < SESSION ? undefined : statsSince(note, counted);
    const next = stats ? { id: randomId(), at: now(), told: counted, delays: [] } : note;
    // What cannot be remembered would be told twice.
    if (writeLocal(key, JSON.stringify(next)) && stats) onStats(stats);
  }
  const stops = [
    client.on('recorded', lookSoon),
    client.on('delivered', ({ recordedAt }) => {
      delays.push(Math.max(0, now() - recordedAt));
      lookSoon();
    }),
    // The device has forgotten what it had counted of one who refuses, and the note.
    host.on('consent', () => {
      counted = undefined;
      delays = [];
      lookSoon();
    }),
    onPageHidden(() => {
      try {
        leave();
      } catch (error) {
        host.report(error);
      }
    }),
    alarm.clear,
  ];
  lookSoon();

  return { close: () => stops.forEach((stop) => stop()) };
}

function noteIn(text: string): Note {
  return { id: randomId(), at: 0, told: NOTHING, delays: [], ...(parsed(text) as Partial<Note>) };
}

/** What has come since; nothing where nothing has, or where the device has lost what it had counted. */
function statsSince({ id, at, told, delays }: Note, counted: Stats): FieldStats | undefined {
  const { waiting } = counted;
  const delivered = counted.delivered - told.delivered;
  const deliveredInBackground = counted.deliveredInBackground - told.deliveredInBackground;
  const uncertain = counted.uncertain - told.uncertain;
  const before = new Map(Object.entries(told.dropped));
  const drops = Object.entries(counted.dropped)
    .map(([reason, count]) => [reason, count - (before.get(reason) ?? 0)] as const)
    .filter(([, count]) => count);
  const ends = [delivered, uncertain, ...drops.map(([, count]) => count)];
  const ended = ends.reduce((sum, count) => sum + count);
  const recorded = Math.max(0, ended + waiting - told.waiting);
  if (ends.some((count) => count < 0) || (!ended && !recorded)) return undefined;
  return {
    ...{ id, since: at, recorded, waiting, delivered, deliveredInBackground },
    ...{ dropped: Object.fromEntries(drops), uncertain },
    ...(delays.length && { delay: delayOf(delays) }),
  };
}

function delayOf(delays: number[]) {
  const sorted = [...delays].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}
