import type { CallOptions } from '../calling/call.js';

/** A call that takes many items: what they are, and what goes for those in one call. */
export interface BatchCall<Item> {
  /** The operation that takes the items. */
  operation: string;
  /** What goes along with every call. */
  given: object;
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
