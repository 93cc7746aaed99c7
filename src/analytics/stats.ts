import { readLocal, writeLocal } from '../browser/local.js';
import { isPage, onPageHidden } from '../browser/page.js';
import { isOffline } from '../browser/surroundings.js';
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
  /**
   * Gets them while the page is hidden, maybe for good: send them by `navigator.sendBeacon`. Where it gives `false`, as
   * that does, they are told with the next.
   */
  onStats: (stats: FieldStats) => unknown;
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
  let countedAt = 0;
  let delays: number[] = [];

  function look() {
    const at = now();
    // What cannot be counted is told by the client.
    client.stats().then(
      (stats) => {
        counted = stats;
        countedAt = at;
      },
      () => undefined,
    );
  }
  /** At once: a page that is left may not come to an answer of its device any more. */
  function leave() {
    if (!host.isAllowed || !counted) return;
    const keep = (note: Note) => writeLocal(key, JSON.stringify(note));
    const note = noteIn(readLocal(key), counted);
    note.delays = [...note.delays, ...delays].slice(-MOST);
    delays = [];
    // A clock that was ahead is set right some time.
    const isDue = Math.abs(now() - note.at) >= SESSION && !isOffline();
    // Another tab has counted since, and told.
    const isOld = note.at > countedAt && note.at <= now();
    const stats = isDue && !isOld ? statsSince(note, counted) : undefined;
    // What cannot be remembered would be told twice.
    const isKept = keep(stats ? { id: randomId(), at: now(), told: counted, delays: [] } : note);
    if (isKept && stats && onStats(stats) === false) keep(note);
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

/** What was told; of a note that cannot be read, all until now. */
function noteIn(text: string, counted: Stats): Note {
  const note = parsed(text) as Partial<Note> | undefined;
  if (note?.id && note.told?.dropped && note.told.uncertain >= 0 && Array.isArray(note.delays))
    return note as Note;
  return { id: randomId(), at: 0, told: text ? counted : NOTHING, delays: [] };
}

/** What has come since; nothing where nothing has, or where less is counted than was told: another
 * tab knows more, or the device has lost its outbox. */
function statsSince({ id, at, told, delays }: Note, counted: Stats): FieldStats | undefined {
  const { waiting } = counted;
  const delivered = counted.delivered - told.delivered;
  const deliveredInBackground = counted.deliveredInBackground - told.deliveredInBackground;
  const uncertain = counted.uncertain - told.uncertain;
  const [before, after] = [told, counted].map((stats) => new Map(Object.entries(stats.dropped)));
  const drops = [...new Map([...(before ?? []), ...(after ?? [])]).keys()]
    .map((reason) => [reason, (after?.get(reason) ?? 0) - (before?.get(reason) ?? 0)] as const)
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
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}
