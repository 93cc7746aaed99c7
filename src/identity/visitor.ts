import type { UserRef } from '../api/models/user.js';
import { shareValue } from '../browser/shared-value.js';
import type { KeyOf, Store, Table } from '../browser/store.js';
import { ifPossible } from '../lib/if-possible.js';
import { checkedUser, laneOf } from './user.js';

/** Whether the visitor lets what they do be recorded: yes, not yet asked, or no. */
export type Consent = 'granted' | 'pending' | 'denied';

/** Who the visitor is and what they agreed to, the same in every tab and on the next visit. */
export interface Visitor {
  /** What was said last, by this page or another. */
  readonly word: Word;
  readonly user: UserRef | undefined;
  readonly consent: Consent;
  /** Whether what they do may be on the device, and leave it. */
  readonly agrees: boolean;
  /** Whether the device has been asked who they are. */
  readonly isMet: boolean;
  /** Whether it has, or the page has said it. */
  readonly isSure: boolean;
  /** Lets it be known here and in the other tabs at once, and on the device once this resolves. */
  say(news: Known): Promise<void>;
  /** Hears, once, from a store of the device who was the last to be there. */
  meet(store: Store<unknown>): Promise<void>;
  /** Keeps the visitor on the device, unless it hears of something later; beside one who refuses, nothing else. */
  keep(): Promise<void>;
  /** Stops hearing of other tabs. */
  close(): void;
}

/** What a visitor is made of. */
export interface VisitorOptions {
  /** Names the project, apart from others on the same site. */
  name: string;
  /** What holds until the visitor has been asked. */
  consent: Consent;
  /** Whether the visitor has said no to every site. */
  isPrivate: boolean | undefined;
  /** Where they are kept. */
  device: Store<unknown>;
  now: () => number;
  /** Hears of another user or consent, set in this tab or in another. */
  onChange: (what: 'user' | 'consent') => void;
}

/** What is known of a visitor. */
export interface Known {
  user?: UserRef | undefined;
  consent?: Consent | undefined;
  /** Whether what nobody's was before is not this user's either. */
  isFresh?: boolean | undefined;
}

/** The same, and when it was said, in milliseconds since the epoch: each time is later than those before. */
export interface Word extends Known {
  at: number;
}

/** Where the visitor is on the device. */
const VISITOR = 'visitor' as KeyOf<Word>;

/** Whose it is what a page said before it had asked the device: a killed browser may have kept somebody else's name. */
export async function ownerIn(
  table: Table<unknown>,
  { user, recordedAt }: { user?: UserRef | undefined; recordedAt: number },
): Promise<UserRef | undefined> {
  const there = remembered(await table.get(VISITOR));
  return there.at > 0 && there.at < recordedAt ? there.user : user;
}

/**
 * Remembers the visitor of the last page.
 *
 * `localStorage` tells it at once, and tells the other tabs. Browsers write it to the disk some seconds later, so of
 * what was said just before one was killed, only the device's store knows.
 */
// eslint-disable-next-line max-lines-per-function -- Taken apart, it weighs 40 bytes more on every page.
export function createVisitor(options: VisitorOptions): Visitor {
  const { name, consent: initial, isPrivate, device, now, onChange } = options;
  const quick = shareValue<Word>(name, hear);
  const consentOf = ({ consent }: Known) => (isPrivate ? 'denied' : (consent ?? initial));
  /** What this page has said itself. */
  let said: Known = {};
  let heard = remembered(quick.get());
  let known = allowed(heard);
  let met: Promise<void> | undefined;
  let isMet = false;
  /** Nothing is written to the device before the visitor agrees or refuses. */
  let isKept = known.at > 0;
  if (isKept) quick.set(kept());

  /** A site that clears what it keeps has said nothing, and an older word is none. */
  function hear() {
    const said = remembered(quick.get());
    if (said.at >= known.at) become((heard = said));
  }

  /** What is kept: of one who does not agree, nothing but that. */
  function kept(): Word {
    return consentOf(known) === 'granted' ? known : { consent: known.consent, at: known.at };
  }

  /** One who refuses is nobody. */
  function allowed(next: Word): Word {
    return consentOf(next) === 'denied' ? { ...next, user: undefined } : next;
  }

  function become(next: Word) {
    const before = known;
    known = allowed(next);
    if (consentOf(known) !== consentOf(before)) onChange('consent');
    if (laneOf(known.user) !== laneOf(before.user)) onChange('user');
  }

  async function say(news: Known) {
    said = { ...said, ...news };
    become({ ...known, ...news, at: Math.max(now(), known.at + 1) });
    isKept ||= consentOf(known) === 'granted' || known.consent === 'denied';
    if (!isKept) return;
    quick.set(kept());
    await keep();
  }

  async function keep(store = device) {
    const word = kept();
    await store(async (table) => {
      if (remembered(await table.get(VISITOR)).at > word.at) return;
      if (consentOf(word) === 'denied') table.clear();
      if (isKept) table.put(VISITOR, word);
    });
  }

  async function meet(store: Store<unknown>) {
    const there = remembered(await store((table) => table.get(VISITOR)));
    if (there.at > heard.at) {
      become({ ...there, ...said, at: Math.max(known.at, there.at + 1) });
      isKept = true;
      quick.set(kept());
    }
    isMet = true;
    if (there.at !== known.at) await keep(store);
  }

  return {
    get word() {
      return known;
    },
    get user() {
      return known.user;
    },
    get consent() {
      return consentOf(known);
    },
    get agrees() {
      return consentOf(known) === 'granted';
    },
    get isMet() {
      return isMet;
    },
    get isSure() {
      return isMet || 'user' in said;
    },
    say,
    meet: (store) => (met ??= meet(store)),
    keep: () => keep(),
    close: quick.close,
  };
}

function remembered(kept: Word | undefined): Word {
  const word = { ...kept } as Partial<Word>;
  // Somebody else may have written there.
  return { ...word, user: ifPossible(() => checkedUser(word.user as UserRef)), at: Number(word.at) || 0 };
}
