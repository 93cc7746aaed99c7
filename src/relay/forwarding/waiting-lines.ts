import type { Entry } from '../../admin/bulk/entries.js';
import { isTooLate, type Line } from './line.js';
import { againAfter } from './outcome-of.js';

/** A line as it is told among others. */
export interface Gathered extends Entry<object> {
  line: Line;
  /** What must be the same for all in one call. */
  policy: unknown;
}

/** How many lines one call may have (decision 29). */
export const LINES = 1_000;
/** Under the four million bytes that the service takes, with room for what stands around them (decision 29). */
export const BYTES = 3_800_000;
/** How many lines may wait: more would only wait in vain, and fill the memory. */
const FULL = 20_000;

/** The lines that wait for a call. */
export interface WaitingLines {
  size(): number;
  add(gathered: Gathered): void;
  /** Takes those that leave now, and gives until when they must be answered. */
  take(batch: Gathered[]): number;
  /** Lets those go that waited for the end of these, unless what comes before them is to be told again. */
  free(batch: readonly Gathered[]): void;
  /** Takes all of them, of which none is to leave. */
  empty(): Gathered[];
}

/** Makes a place for lines to wait in; where they are ordered, none leaves while its user has another under way. */
export function createWaitingLines(isOrdered: boolean, now: () => number): WaitingLines {
  const waiting = new Set<Gathered>();
  /** Those whose users have a line under way, by user. */
  const behind = new Map<string, Gathered[]>();

  /** Whether a line is to leave at all. */
  function isLeft({ line }: Gathered): boolean {
    if (isTooLate(line, now)) line.tell(againAfter());
    if (line.told) line.end();
    return !line.told;
  }

  return {
    size: () => waiting.size,
    add(gathered) {
      const { line } = gathered;
      const queue = behind.get(line.subject);
      if (waiting.size >= FULL) {
        line.tell(againAfter());
        line.end();
      } else if (queue) queue.push(gathered);
      else waiting.add(gathered);
    },
    take(batch) {
      const passedOver = new Set<string>();
      let [bytes, until] = [0, Infinity];
      for (const gathered of waiting) {
        const { line, policy } = gathered;
        if (!isLeft(gathered)) {
          waiting.delete(gathered);
          continue;
        }
        const fits = bytes + gathered.bytes <= BYTES && policy === (batch[0] ?? gathered).policy;
        if (!fits || passedOver.has(line.subject) || (isOrdered && behind.has(line.subject))) {
          if (isOrdered) passedOver.add(line.subject);
          continue;
        }
        waiting.delete(gathered);
        batch.push(gathered);
        bytes += gathered.bytes;
        until = Math.min(until, line.until);
        if (batch.length >= LINES) break;
      }
      if (isOrdered) for (const { line } of batch) behind.set(line.subject, []);
      return until;
    },
    free(batch) {
      const stuck = new Set<string>();
      for (const { line } of batch) line.end();
      for (const { line } of batch) {
        if (isOrdered && line.told?.is === 'again') stuck.add(line.subject);
        for (const gathered of behind.get(line.subject) ?? []) waiting.add(gathered);
        behind.delete(line.subject);
      }
      // What comes after it must not be there before it.
      if (stuck.size) for (const { line } of waiting) if (stuck.has(line.subject)) line.tell(againAfter());
    },
    empty() {
      const all = [...waiting];
      waiting.clear();
      for (const { line } of all) line.end();
      return all;
    },
  };
}
