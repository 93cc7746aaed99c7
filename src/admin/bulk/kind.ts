import type { CallOptions } from '../calling/call.js';

/** One kind of bulk work: what its items are, and how many of them are sent in a call. */
export interface BulkKind<Item> {
  /** The operation that takes the items. */
  operation: string;
  /** What is wrong with an item, in words; nothing when it may be sent. */
  problemOf(item: Item): string | undefined;
  /** Whom or what an item is about: of two with the same, the second is sent after the first is done. */
  subjectOf(item: Item): string;
  /** The item as it is sent. */
  prepare?(item: Item, place: { index: number; seed: string }): Promise<Item>;
  /** The text that the item adds to a body. */
  textOf(item: Item): string;
  /** How many bytes an item may have. Default: as many as a chunk. */
  itemBytes?: number;
  /** Whether a call can hold two items about the same. Default: `true`. */
  mayRepeat?: boolean;
  /** Whether the answer counts the items taken and not taken. Default: `true`. */
  isCounted?: boolean;
  send(items: Item[], options: CallOptions): Promise<unknown>;
}

/** An item on its way. */
export interface Entry<Item> {
  index: number;
  item: Item;
  /** The item as it is sent. */
  sent: Item;
  subject: string;
  bytes: number;
}

/** Items to be sent together. */
export interface Chunk<Item> {
  entries: Entry<Item>[];
  bytes: number;
  /** The span of the source that is done with it: from the first item to the one after the last. */
  from: number;
  to: number;
}
