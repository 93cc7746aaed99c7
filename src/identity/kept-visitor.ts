import type { UserRef } from '../api/models/user.js';
import { localKeys, writeLocal } from '../browser/local.js';
import type { KeyOf, Store, Table } from '../browser/store.js';
import { ifPossible } from '../lib/if-possible.js';
import type { Said } from './shared-word.js';
import { checkedUser } from './user.js';

/** Whether the visitor lets what they do be recorded: yes, not yet asked, or no. */
export type Consent = 'granted' | 'pending' | 'denied';

/** Who the visitor was said to be. */
export interface Word extends Said {
  user?: UserRef | undefined;
  /** What was nobody's before that time is nobody's for good. */
  freshAt?: number | undefined;
}

/** What the visitor agreed to. */
export interface Agreement extends Said {
  consent?: Consent | undefined;
}

/** A visitor as a device keeps them. */
export interface KeptVisitor {
  /** Whether what they do may be there, and leave it. */
  agrees: boolean;
  word: Word;
}

/** Where these are in the database of a project. */
const VISITOR = 'visitor' as KeyOf<Word>;
const CONSENT = 'consent' as KeyOf<Agreement>;
/** Until when, in milliseconds since the epoch, what is in the database may be of use. */
const USE = 'use' as KeyOf<number>;

/** Reads all of that. */
function ask(table: Table<unknown>) {
  return Promise.all([table.get(CONSENT), table.get(VISITOR), table.get(USE)]);
}

/** Gives what is known of a visitor where there is no page that knows more: what they agreed to, if a page was let keep anything. */
export async function visitorIn(table: Table<unknown>, initial: Consent): Promise<KeptVisitor> {
  const [agreed, word, use] = await ask(table);
  const { consent = initial } = agreementIn(agreed);
  return { agrees: !!use && consent === 'granted', word: wordIn(word) };
}

/**
 * Makes the step that keeps what is known of a visitor, unless it hears of something later; of one who refuses, nothing
 * but that. It gives what was there.
 *
 * @param use - Until when a project may use its own; nothing in another's database.
 */
export function keeping(agreed: Agreement, consent: Consent, isPrivate: unknown, word?: Word, use = 0) {
  return async (table: Table<unknown>) => {
    const found = await ask(table);
    if (isPrivate || agreementIn(found[0]).at <= agreed.at) {
      if (consent === 'denied') table.clear();
      if (agreed.at) table.put(CONSENT, agreed);
    }
    if (word && consent === 'granted') {
      table.put(USE, use);
      if (word.at > wordIn(found[1]).at) table.put(VISITOR, word);
    }
    return found;
  };
}

/**
 * Gives what was agreed to as another project's database has it. Deletes that when nobody used it for so long that it is
 * of no use.
 *
 * @param lastTime - What the clock told at a visit before: for a moment it may tell any time.
 * @param use - Until when one of a version that did not say so is kept; nothing before the visitor agrees.
 */
export function look(name: string, store: Store<unknown>, lastTime: number, use: number | false) {
  return store(async (table) => {
    const [agreed, , known = NaN] = await ask(table);
    if (use && !known) table.put(USE, use);
    if (use && known < lastTime) {
      indexedDB.deleteDatabase(name);
      [name, ...localKeys(`${name} `)].forEach((key) => writeLocal(key));
    }
    return agreed;
  });
}

/** Who the visitor was said to be, as it was kept: somebody else may have written there. */
export function wordIn(kept: unknown): Word {
  const word = { ...(kept as Partial<Word>) };
  return { ...word, user: ifPossible(() => checkedUser(word.user as UserRef)), at: Number(word.at) || 0 };
}

/** What was agreed to, as it was kept; until version 0.2 that stood beside who the visitor is. */
export function agreementIn(kept: unknown): Agreement {
  const { consent, at } = { ...(kept as Partial<Agreement>) };
  return { consent, at: consent ? Number(at) || 1 : 0 };
}
