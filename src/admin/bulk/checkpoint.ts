import { createInTurn } from '../../lib/in-turn.js';
import { must } from '../../lib/must.js';
import { randomId } from '../../lib/random-id.js';
import type { FailureCause } from './failure-cause.js';
import { addSpan, sizeOf, spanFinder, type Span } from './spans.js';

/** Where bulk work keeps how far it is: a file, a table, anything that holds a value. */
export interface Checkpoint {
  /** What was saved last; nothing when there is nothing to go on with. */
  load(): Promise<unknown>;
  /** Keeps a value that JSON can hold; `undefined` once the work is done. */
  save(state: unknown): Promise<void>;
  /** Hears that the work has ended, done or not; what `load` has taken for it alone is let go. */
  close?(): Promise<void>;
}

/** What work is of, beside its source: a checkpoint of anything else is refused. */
export type Asked = Readonly<Record<string, unknown>>;

/** How far bulk work is, as a checkpoint keeps it. */
export interface BulkState {
  version: 2;
  asked: Asked;
  /** What the ids of events that have none are made from, beside the events. */
  seed: string;
  /** What was sent or has failed. */
  done: Span[];
  /** What of that has failed, by why. */
  failed: { cause: FailureCause; spans: Span[] }[];
}

/** What of bulk work is done: kept in a checkpoint where one is given, else for as long as the work lasts. */
export interface OpenCheckpoint {
  /** What the ids of events that have none are made from, beside the events. */
  readonly seed: string;
  /** Whether it goes on with work that was begun before. */
  readonly isResumed: boolean;
  /** How many items at the beginning of the source are done, without a gap, and how many of them have failed. */
  readonly begun: { read: number; failed: number };
  /** Keeps that the work has begun, before anything of it is done. */
  begin(): Promise<void>;
  /** What became of an item before this run: it was sent, it failed, or neither. Asked in the order of places. */
  earlier(index: number): 'sent' | FailureCause | undefined;
  /** Notes that an item has failed; it is kept once the span that it stands in is done. */
  fail(index: number, cause: FailureCause): void;
  /** Notes that a span is done. */
  finish(from: number, to: number): Promise<void>;
  /** Notes that everything is. */
  clear(): Promise<void>;
}

/** Opens the checkpoint of some work: goes on with what it held, or begins anew. */
export function openCheckpoint(
  asked: Asked,
  saved: unknown,
  checkpoint: Checkpoint | undefined,
): OpenCheckpoint {
  const found = stateIn(saved, asked);
  const state: BulkState = found ?? { version: 2, asked, seed: randomId(), done: [], failed: [] };
  const failing = new Map<number, FailureCause>();
  const byCause = new Map(state.failed.map((one) => [JSON.stringify(one.cause), one]));
  const inTurn = createInTurn();
  let waiting: Promise<void> | undefined;

  /** Saves, in turns, so that an older state never comes after a newer one; what comes meanwhile is saved together. */
  function save(): Promise<void> {
    waiting ??= inTurn(() => {
      waiting = undefined;
      return checkpoint?.save(structuredClone(state));
    });
    return waiting;
  }

  function addFailure(index: number, cause: FailureCause): void {
    const key = JSON.stringify(cause);
    const same = byCause.get(key) ?? { cause, spans: [] };
    if (!byCause.has(key)) state.failed.push(same);
    byCause.set(key, same);
    addSpan(same.spans, index, index + 1);
  }

  return {
    seed: state.seed,
    isResumed: found !== undefined,
    begun: begunIn(state),
    begin: async () => (found ? undefined : save()),
    earlier: earlierIn(structuredClone(state)),
    fail: (index, cause) => void failing.set(index, cause),
    finish(from, to) {
      addSpan(state.done, from, to);
      for (const [index, cause] of failing) {
        if (index < from || index >= to) continue;
        addFailure(index, cause);
        failing.delete(index);
      }
      return save();
    },
    clear: () => inTurn(() => checkpoint?.save(undefined)),
  };
}

/** What is done of the beginning of the source, by a state. */
function begunIn({ done, failed }: BulkState): { read: number; failed: number } {
  const [[from, to] = [0, 0]] = done;
  const read = from === 0 ? to : 0;
  const spans = failed.flatMap((one) => one.spans).filter(([at]) => at < read);
  return { read, failed: sizeOf(spans) };
}

function earlierIn({ done, failed }: BulkState): OpenCheckpoint['earlier'] {
  const doneAt = spanFinder(done);
  const failures = failed.flatMap(({ cause, spans }) => spans.map((span) => [...span, cause] as const));
  const failureAt = spanFinder(failures.sort(([a], [b]) => a - b));
  return (index) => doneAt(index) && (failureAt(index)?.[2] ?? 'sent');
}

function stateIn(saved: unknown, asked: Asked): BulkState | undefined {
  if (saved === undefined || saved === null) return undefined;
  const state = saved as Partial<BulkState>;
  must(
    state.version === 2 && typeof state.asked === 'object' && Array.isArray(state.done),
    'The checkpoint must hold what it was given to keep; start anew with another one',
  );
  for (const name of new Set([...Object.keys(state.asked), ...Object.keys(asked)])) {
    const [before, now] = [state.asked[name], asked[name]].map((value) =>
      value === undefined ? 'not set' : JSON.stringify(value),
    );
    must(
      before === now,
      `The checkpoint is of other work: its \`${name}\` is ${before}, and here it is ${now}; give each work a checkpoint of its own`,
    );
  }
  return state as BulkState;
}
