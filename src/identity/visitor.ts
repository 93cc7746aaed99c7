import type { UserRef } from '../api/models/user.js';
import { shareValue } from '../browser/shared-value.js';
import type { KeyOf, Store, Table } from '../browser/store.js';
import { ifPossible } from '../lib/if-possible.js';
import { checkedUser, laneOf } from './user.js';

/** Whether the visitor lets what they do be recorded: yes, not yet asked, or no. */
export type Consent = 'granted' | 'pending' | 'denied';

/** Who the visitor is and what they agreed to, the same in every tab and on the next visit. */
export interface Visitor {
  readonly user: UserRef | undefined;
  readonly consent: Consent;
  /** Whether what they do may be on the device, and leave it. */
  readonly agrees: boolean;
  /** Lets it be known in this tab, and in no other before it is published. */
  learn(news: Known): void;
  /** Tells the other tabs what this one knows, with some news, and the device, which has it once this resolves. */
  publish(news?: Known | void): Promise<void>;
  /** Hears, once, from a store of the device who was the last to be there. */
  meet(store: Store<unknown>): Promise<void>;
  /** Keeps the visitor in a table that does not know better. */
  keepIn(table: Table<unknown>): Promise<void>;
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
  /** Hears that the visitor was taken for somebody else. */
  onMistaken: (taken: UserRef | undefined, user: UserRef | undefined) => void;
}

/** What is known of a visitor. */
export interface Known {
  user?: UserRef | undefined;
  consent?: Consent | undefined;
}

/** The same, and when it was said, in milliseconds since the epoch: each time is later than those before. */
interface Dated extends Known {
  at: number;
}

/** Where the visitor is on the device. */
const VISITOR = 'visitor' as KeyOf<Dated>;

/**
 * Remembers the visitor of the last page.
 *
 * `localStorage` tells it at once, and tells the other tabs. Browsers write it to the disk some seconds later, so of
 * what was said just before one was killed, only the device's store knows.
 */
export function createVisitor(options: VisitorOptions): Visitor {
  const { name, consent: initial, isPrivate, device, now, onChange, onMistaken } = options;
  const quick = shareValue<Dated>(name, () => become((heard = remembered(quick.get()))));
  const consentOf = ({ consent }: Known) => (isPrivate ? 'denied' : (consent ?? initial));
  /** What this page has said itself. */
  let said: Known = {};
  let heard = remembered(quick.get());
  let known = allowed(heard);
  let met: Promise<void> | undefined;
  const keepIn = (table: Table<unknown>) => keepNewer(table, known, decided());
  if (consentOf(known) === 'denied') quick.set(decided());

  /** One who refuses is nobody. */
  function allowed(next: Dated): Dated {
    return consentOf(next) === 'denied' ? { ...next, user: undefined } : next;
  }

  /** Nothing is written to the device before the visitor agrees, and of a refusal nothing but that. */
  function decided() {
    return consentOf(known) === 'granted' || known.consent === 'denied' ? known : undefined;
  }

  function become(next: Dated) {
    const before = known;
    known = allowed(next);
    if (consentOf(known) !== consentOf(before)) onChange('consent');
    if (laneOf(known.user) !== laneOf(before.user)) onChange('user');
  }

  function learn(news: Known | void) {
    said = { ...said, ...news };
    become({ ...known, ...news, at: Math.max(now(), known.at + 1) });
  }

  async function publish(news: Known | void) {
    const before = decided();
    learn(news);
    quick.set(decided());
    if (before ?? decided()) await device(keepIn);
  }

  async function meet(store: Store<unknown>) {
    const { user: taken, at } = heard;
    const there = remembered(await store((table) => table.get(VISITOR)));
    if (there.at > at) {
      become({ ...there, ...said, at: Math.max(known.at, there.at + 1) });
      if (laneOf(said.user) !== laneOf(taken)) onMistaken(taken, there.user);
      quick.set(decided());
    }
    if (there.at !== known.at) await store(keepIn);
  }

  return {
    get user() {
      return known.user;
    },
    get consent() {
      return consentOf(known);
    },
    get agrees() {
      return consentOf(known) === 'granted';
    },
    learn,
    publish,
    meet: (store) => (met ??= meet(store)),
    keepIn,
    close: quick.close,
  };
}

/** Keeps what is said later than what is there; nothing, once that may not be kept. */
async function keepNewer(table: Table<unknown>, { at }: Dated, kept: Dated | undefined): Promise<void> {
  if (remembered(await table.get(VISITOR)).at >= at) return;
  if (kept) table.put(VISITOR, kept);
  else table.delete(VISITOR);
}

function remembered(kept: Dated | undefined): Dated {
  const { user, consent, at } = { ...kept } as Partial<Dated>;
  // Somebody else may have written there.
  return { user: ifPossible(() => checkedUser(user as UserRef)), consent, at: Number(at) || 0 };
}
