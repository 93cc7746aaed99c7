import type { Entry } from '../../admin/bulk/entries.js';
import type { Line } from './line.js';
import { againAfter, outcomeOf } from './outcome-of.js';

/** A line as it is told among others. */
export interface Gathered extends Entry<object> {
  line: Line;
  /** What must be the same for all in one call. */
  policy: unknown;
}

/** How lines are told together. */
export interface GatheringOptions {
  /**
   * Tells those that are in the list once `depart` was called, which is right before the call leaves, and gives until when
   * it must be answered. Rejects when nobody can say what became of some who were told nothing.
   */
  send: (batch: Gathered[], depart: () => number) => Promise<void>;
  /** Whether the lines of one user keep their order. */
  isOrdered: boolean;
  now: () => number;
}

/** How many calls may be under way or about to leave: with fewer, a line leaves at once. */
const CALLS = 4;
/** How many lines one call may have (decision 29). */
const LINES = 1_000;
/** Under the four million bytes that the service takes, with room for what stands around them (decision 29). */
export const BYTES = 3_800_000;
/** How many lines may wait: more would only wait in vain, and fill the memory. */
const FULL = 20_000;
/** How long before its end no call begins for a line, in milliseconds: the answer would come too late. */
const LEAST = 2_000;

/** What a call ends with that would have nothing to tell. */
const NOTHING = new Error('There is nothing to tell');

/** Makes a function that tells lines together: at once while few calls are under way, else with all that come meanwhile. */
export function createGathering({ send, isOrdered, now }: GatheringOptions): (gathered: Gathered) => void {
  const waiting = new Set<Gathered>();
  /** Those whose users have a line under way, by user. */
  const behind = new Map<string, Gathered[]>();
  let [coming, underWay, isAwake] = [0, 0, false];

  /** Once for all that come together. */
  function wake(): void {
    if (isAwake) return;
    isAwake = true;
    queueMicrotask(() => {
      isAwake = false;
      while (underWay + coming < CALLS && coming < waiting.size / LINES) void begin();
    });
  }

  async function begin(): Promise<void> {
    const batch: Gathered[] = [];
    let until: number | undefined;
    coming += 1;
    try {
      await send(batch, () => {
        if (until !== undefined) return until;
        coming -= 1;
        underWay += 1;
        until = fill(batch);
        if (!batch.length) throw NOTHING;
        wake();
        return until;
      });
    } catch (error) {
      if (error !== NOTHING) fail(until === undefined ? [...waiting] : batch, error);
    }
    if (until === undefined) coming -= 1;
    else underWay -= 1;
    finish(batch);
    // What is left where there was nothing to tell waits for others, who call when they are done.
    if (until === undefined || batch.length) wake();
  }

  /** Takes what leaves now, and gives until when it must be answered. */
  function fill(batch: Gathered[]): number {
    const passedOver = new Set<string>();
    let [bytes, until] = [0, Infinity];
    for (const gathered of waiting) {
      const { line, policy } = gathered;
      if (now() > line.until - LEAST) line.tell(againAfter());
      if (line.told) {
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
  }

  function fail(those: readonly Gathered[], error: unknown): void {
    for (const gathered of those) {
      waiting.delete(gathered);
      gathered.line.tell(outcomeOf(error));
    }
  }

  /** Lets those go that waited for these, unless what comes before them is to be told again. */
  function finish(batch: readonly Gathered[]): void {
    const stuck = new Set<string>();
    for (const { line } of batch) {
      line.tell(againAfter());
      if (isOrdered && line.told?.is === 'again') stuck.add(line.subject);
    }
    for (const { line } of batch) {
      for (const gathered of behind.get(line.subject) ?? []) waiting.add(gathered);
      behind.delete(line.subject);
    }
    if (stuck.size) for (const { line } of waiting) if (stuck.has(line.subject)) line.tell(againAfter());
  }

  return (gathered) => {
    if (waiting.size >= FULL) {
      gathered.line.tell(againAfter());
      return;
    }
    const queue = behind.get(gathered.line.subject);
    if (queue) queue.push(gathered);
    else waiting.add(gathered);
    wake();
  };
}
