import { errorOf } from '../lib/error-of.js';
import { noteHeard } from '../browser/last-words.js';
import type { PageLeft } from '../browser/page-left.js';
import { memoryStore, openStore, type Store } from '../browser/store.js';
import { visitorIn } from '../identity/kept-visitor.js';
import type { Consent, Visitor } from '../identity/visitor.js';
import { JOURNAL, RANKS, type Row } from '../events/outbox/row.js';

/** How many rows of the journal are looked at: more than pages leave there, which take it in at each step. */
const SIGHT = 1_000;

/** What a service worker sees of a project: its outbox, and who the visitor is, who is asked anew at each step. */
export interface Device {
  store: Store<Row>;
  visitor: Pick<Visitor, 'agrees' | 'isMet' | 'isSaid' | 'settle' | 'user' | 'word'>;
}

/** Whose device it is. */
export interface DeviceOptions {
  /** Names the project. */
  name: string;
  /** What holds where the visitor has not been asked. */
  consent: Consent;
  left: PageLeft;
}

/** Makes what is seen of a project's database. Unless the visitor agrees, nothing but that is read, and nothing is written. */
export function createDevice({ name, consent, left }: DeviceOptions): Device {
  let trouble: Error | undefined;
  const device = openStore<Row>(name, left, (error) => (trouble = errorOf(error)));
  const memory = memoryStore<Row>();
  let known: Awaited<ReturnType<typeof visitorIn>> = { agrees: false, word: { at: 0 } };

  return {
    async store(work) {
      const done = await device(async (table) => {
        known = await visitorIn(table, consent);
        if (!known.agrees) return undefined;
        // What a page that was left has said as well, in case that the device did not keep it, is not to be heard any more.
        const keys = await table.keys(JOURNAL, RANKS.custom, SIGHT);
        if (keys.length) await noteHeard(table, keys.map(keyed));
        return { result: await work(table) };
      });
      if (trouble) throw trouble;
      return done ? done.result : memory(work);
    },
    visitor: {
      get agrees() {
        return known.agrees;
      },
      get word() {
        return known.word;
      },
      get user() {
        return known.word.user;
      },
      isMet: true,
      isSaid: false,
      settle: () => undefined,
    },
  };
}

const keyed = (key: string) => ({ key });
