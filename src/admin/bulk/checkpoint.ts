/** Where bulk work keeps how far it is: a file, a table, anything that holds a value. */
export interface Checkpoint {
  /** What was saved last; nothing when there is nothing to go on with. */
  load(): Promise<unknown>;
  /** Keeps a value that JSON can hold; `undefined` once the work is done. */
  save(state: unknown): Promise<void>;
}

/** How far bulk work is, as a checkpoint keeps it. */
export interface BulkState {
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
