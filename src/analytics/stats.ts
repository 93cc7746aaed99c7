import { isPage, onPageHidden } from '../browser/page.js';
import { isOffline } from '../browser/surroundings.js';
import type { TrackedEvent } from '../events/event.js';
import type { Stats } from '../events/recorder.js';
import type { Attachable } from '../host/attachable.js';
import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { createAlarm } from '../lib/alarm.js';
import { ignore } from '../lib/ignore.js';
import { must } from '../lib/must.js';
import { randomId } from '../lib/random-id.js';
import { statsSince, type FieldStats } from './field-stats.js';
import { keepNote } from './told-note.js';

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

/**
 * Tells how many events of this browser were recorded, delivered and dropped, and how long that took, so that a site can
 * chart what arrives: when the page is hidden, once in half an hour, if anything has happened since. Called again for the
 * same client, it shares the one that runs, which stops once all have closed it.
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
  if (!isPage()) return { close: ignore };
  const now = Date.now;
  const alarm = createAlarm(look, now);
  const lookSoon = () => alarm.set(now() + SOON);
  const note = keepNote(host);
  let delays: number[] = [];
  let counted: Stats | undefined;
  let countedAt = 0;

  function look() {
    const at = now();
    // What cannot be counted is told by the client.
    Promise.all([client.stats(), note.recall()])
      .then(([stats]) => {
        counted = stats;
        countedAt = at;
      })
      .catch(ignore);
  }
  /** At once: a page that is left may not come to an answer of its device any more. */
  function leave() {
    const before = note.read();
    if (!host.isAllowed || !counted || !before) return;
    before.delays = [...before.delays, ...delays].slice(-MOST);
    delays = [];
    const at = now();
    // Another tab has counted since, and told; a clock that was ahead is set right some time.
    const isOld = before.at > countedAt && before.at <= at;
    const isDue = !isOld && Math.abs(at - before.at) >= SESSION && !isOffline();
    const stats = isDue && statsSince(before, counted);
    // What cannot be remembered would be told twice.
    if (note.write(before) && stats && onStats(stats) !== false)
      note.write({ ...before, turn: before.turn + 1, id: randomId(), at, told: counted, delays: [] });
  }
  const stops = [
    client.on('recorded', lookSoon),
    client.on('delivered', ({ recordedAt }) => {
      delays = [...delays, Math.max(0, now() - recordedAt)].slice(-MOST);
      lookSoon();
    }),
    // The device has forgotten what it had counted of one who refuses, and the note.
    host.on('consent', () => {
      counted = undefined;
      note.forget();
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
