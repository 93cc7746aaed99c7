import { must } from '../lib/must.js';
import type { Store } from '../browser/store.js';
import { createQueue } from '../lib/queue.js';
import type { Word } from '../identity/kept-visitor.js';
import type { Visitor } from '../identity/visitor.js';
import type { TrackedEvent } from './event.js';
import { takeWaiting } from './outbox/before-consent.js';
import type { Outbox } from './outbox/outbox.js';
import type { Row } from './outbox/row.js';

/** What has become of what was recorded on this device. */
export interface Stats {
  waiting: number;
  delivered: number;
  /** How many of these the site's service worker has delivered, by `deliverInBackground`. */
  deliveredInBackground: number;
  /** How many were dropped, by reason: the service's word, or `full`, `old`, `failing`, `anonymous`, `discarded`, `unknown`. */
  dropped: Record<string, number>;
  /** How many may or may not have been delivered, since their page ended. */
  uncertain: number;
}

/** Where events go, and whether they may. */
export interface RecorderOptions {
  outbox: Outbox;
  visitor: Visitor;
  /** What to do with what a visitor does before they are identified. */
  anonymous: 'keep' | 'drop';
  /** Where what is recorded waits for consent. */
  memory: Store<Row>;
  /** Everything is refused once this says so. */
  base: { readonly isClosed: boolean };
  onRecorded: (event: TrackedEvent) => void;
}

/** Records what the visitor agreed to. Until they have been asked, it waits in memory. */
export interface Recorder {
  record(event: TrackedEvent): Promise<void>;
  /** Lets what was nobody's before the visitor became known be theirs, or drops it, as they were made known. */
  adopt(): Promise<void>;
  /** Does what the visitor said to what waits. */
  obey(): Promise<void>;
  stats(): Promise<Stats>;
}

/** Makes a recorder over an outbox. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { outbox, visitor, anonymous, memory, base, onRecorded } = options;
  const words: Word[] = [];
  // One step for all that is said meanwhile: each takes its time.
  const adoptAll = createQueue(() => outbox.adopt(undefined, words.splice(0)));
  // Many at once are counted once.
  const countWaiting = createQueue(outbox.count);

  return {
    async record(event) {
      // What messages are told of as they end with it is theirs to tell.
      must(!base.isClosed || event.kind === 'message', 'The client is closed');
      if (visitor.consent === 'denied' || (!event.user && anonymous === 'drop')) return;
      await outbox.add(event);
      // Nobody else keeps what waits for consent within its limits.
      if (!visitor.agrees) await countWaiting();
      onRecorded(event);
    },
    async adopt() {
      const { word } = visitor;
      if (!(word.user ?? word.freshAt)) return;
      words.push(word);
      await adoptAll();
    },
    async obey() {
      if (visitor.agrees) await outbox.resume(...(await takeWaiting(memory)));
      if (visitor.consent !== 'denied') return;
      outbox.forget();
      await memory((table) => table.clear());
    },
    async stats() {
      const { waiting, delivered, deliveredInBackground = 0, dropped, uncertain } = await outbox.count();
      return { waiting, delivered, deliveredInBackground, dropped, uncertain };
    },
  };
}
