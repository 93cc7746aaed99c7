import type { Stats } from '../events/recorder.js';
import type { Note } from './told-note.js';

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

/** What has come since; nothing where nothing has, or where less is counted than was told, since another tab knows more. */
export function statsSince({ id, at, told, delays }: Note, counted: Stats): FieldStats | undefined {
  const { waiting } = counted;
  const since = (name: Exclude<keyof Stats, 'dropped'>) => counted[name] - (told[name] ?? 0);
  const [delivered, uncertain] = [since('delivered'), since('uncertain')];
  const drops = Object.keys({ ...told.dropped, ...counted.dropped })
    // A service may call a reason as every object has something, such as `constructor`.
    .map(
      (reason) =>
        [reason, (counted.dropped[reason] ?? 0) - (Number(told.dropped?.[reason] as unknown) || 0)] as const,
    )
    .filter(([, count]) => count);
  const ends = [delivered, uncertain, ...drops.map(([, count]) => count)];
  const ended = ends.reduce((sum, count) => sum + count);
  const recorded = Math.max(0, ended + since('waiting'));
  if (ends.some((count) => count < 0) || (!ended && !recorded)) return undefined;
  return {
    ...{ id, since: at, recorded, waiting, delivered, uncertain },
    deliveredInBackground: since('deliveredInBackground'),
    dropped: Object.fromEntries(drops),
    ...(delays.length && { delay: delayOf(delays) }),
  };
}

function delayOf(delays: number[]) {
  const sorted = [...delays].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}
