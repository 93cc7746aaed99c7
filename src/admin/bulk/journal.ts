import { must } from '../../lib/must.js';
import { uuid } from '../../lib/uuid.js';
import type { BulkState, Checkpoint } from './checkpoint.js';

/** What of bulk work is done, kept where a checkpoint is given. */
export interface Journal {
  /** What the ids of events that have none are made from, beside the events. */
  readonly seed: string;
  /** Whether it goes on with work that was begun before. */
  readonly isResumed: boolean;
  /** Whether the item of this place was done before this run. */
  wasDone(index: number): boolean;
  /** Notes that a span is done. */
  finish(from: number, to: number): Promise<void>;
  /** Notes that everything is. */
  close(): Promise<void>;
}

/** Opens the journal of some work: a new one, or the one that a checkpoint holds. */
export async function openJournal(operation: string, checkpoint: Checkpoint | undefined): Promise<Journal> {
  const found = stateIn(await checkpoint?.load(), operation);
  const state = found ?? { version: 1, operation, seed: uuid(), done: 0, apart: [] };
  const before = { done: state.done, apart: [...state.apart] };
  let last: Promise<unknown> = Promise.resolve();

  function save(what: BulkState | undefined): Promise<void> {
    // In turns, so that an older state never comes after a newer one.
    const saved = last.then(() => checkpoint?.save(what && structuredClone(what)));
    last = saved.catch(() => {}); // Told to whoever asked for it.
    return saved;
  }

  if (!found) await save(state);
  return {
    seed: state.seed,
    isResumed: found !== undefined,
    wasDone: (index) => index < before.done || before.apart.some(([from, to]) => index >= from && index < to),
    finish(from, to) {
      state.apart.push([from, to]);
      join(state);
      return save(state);
    },
    close: () => save(undefined),
  };
}

/** Joins the spans that follow what is done without a gap. */
function join(state: BulkState): void {
  state.apart.sort(([a], [b]) => a - b);
  for (let [next] = state.apart; next && next[0] <= state.done; [next] = state.apart) {
    state.done = Math.max(state.done, next[1]);
    state.apart.shift();
  }
}

function stateIn(saved: unknown, operation: string): BulkState | undefined {
  if (saved === undefined || saved === null) return undefined;
  const state = saved as Partial<BulkState>;
  must(
    typeof state === 'object' && state.version === 1 && Array.isArray(state.apart),
    'The checkpoint must hold what it was given to keep; start anew with another one',
  );
  must(
    state.operation === operation,
    `The checkpoint is of other work, \`${state.operation}\`; give each work its own`,
  );
  return state as BulkState;
}
