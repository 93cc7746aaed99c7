import { errorOf } from '../lib/error-of.js';
import type { PageLeft } from '../browser/page-left.js';
import { memoryStore, openStore, type Store } from '../browser/store.js';
import { visitorIn } from '../identity/kept-visitor.js';
import type { Consent, Visitor } from '../identity/visitor.js';
import type { Row } from '../events/outbox/row.js';

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
