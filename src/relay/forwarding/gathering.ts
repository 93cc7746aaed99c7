import { againAfter, outcomeOf } from './outcome-of.js';
import { createWaitingLines, LINES, type Gathered } from './waiting-lines.js';

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

/** What a call ends with that would have nothing to tell. */
const NOTHING = new Error('There is nothing to tell');

/** Makes a function that tells lines together: at once while few calls are under way, else with all that come meanwhile. */
export function createGathering({ send, isOrdered, now }: GatheringOptions): (gathered: Gathered) => void {
  const waiting = createWaitingLines(isOrdered, now);
  let [coming, underWay, isAwake] = [0, 0, false];

  /** Once for all that come together. */
  function wake(): void {
    if (isAwake) return;
    isAwake = true;
    queueMicrotask(() => {
      isAwake = false;
      while (underWay + coming < CALLS && coming < waiting.size() / LINES) void begin();
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
        until = waiting.take(batch);
        if (!batch.length) throw NOTHING;
        wake();
        return until;
      });
    } catch (error) {
      // One that never left tells of all that would have left with it.
      const left = until === undefined ? waiting.empty() : batch;
      if (error !== NOTHING) for (const { line } of left) line.tell(outcomeOf(error));
    }
    if (until === undefined) coming -= 1;
    else underWay -= 1;
    for (const { line } of batch) line.tell(againAfter());
    waiting.free(batch);
    // What is left where there was nothing to tell waits for others, who wake it when they are done.
    if (until === undefined || batch.length) wake();
  }

  return (gathered) => {
    waiting.add(gathered);
    wake();
  };
}
