import { must } from '../../lib/must.js';
import { randomId } from '../../lib/random-id.js';

/** Where bulk work keeps how far it is: a file, a table, anything that holds a value. */
export interface Checkpoint {
  /** What was saved last; nothing when there is nothing to go on with. */
  load(): Promise<unknown>;
  /** Keeps a value that JSON can hold; `undefined` once the work is done. */
  save(state: unknown): Promise<void>;
}

/** How far bulk work is, as a checkpoint keeps it. */
interface BulkState {
  version: 1;
  /** What was being done: a checkpoint of other work is refused. */
  operation: string;
  /** What the ids of events that have none are made from, beside the events. */
  seed: string;
  /** Every item before this one is done. */
  done: number;
  /** The spans done after that, from the first item to the one after the last. */
  apart: [from: number, to: number][];
}

/** What of bulk work is done: kept in a checkpoint where one is given, else for as long as the work lasts. */
export interface OpenCheckpoint {
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

/** Opens the checkpoint of some work: goes on with what it holds, or begins anew. */
export async function openCheckpoint(
  operation: string,
  checkpoint: Checkpoint | undefined,
): Promise<OpenCheckpoint> {
  const found = stateIn(await checkpoint?.load(), operation);
  const state = found ?? { version: 1, operation, seed: randomId(), done: 0, apart: [] };
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
