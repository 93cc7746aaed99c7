import type { UserRef } from '../api/models/user.js';
import { shareValue } from '../browser/shared-value.js';
import { ifPossible } from '../lib/if-possible.js';
import { checkedUser, laneOf } from './user.js';

/** Whether the visitor lets what they do be recorded: yes, not yet asked, or no. */
export type Consent = 'granted' | 'pending' | 'denied';

/** Who the visitor is and what they agreed to, the same in every tab and on the next visit. */
export interface Visitor {
  readonly user: UserRef | undefined;
  readonly consent: Consent;
  /** Lets it be known in this tab, and in no other before it is published. */
  learn(news: Known): void;
  /** Tells the device and the other tabs what this one knows. */
  publish(): void;
  /** Does both. */
  set(news: Known): void;
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
  isPrivate: boolean;
  /** Hears of another user or consent, set in this tab or in another. */
  onChange: (what: 'user' | 'consent') => void;
}

/** What is known of a visitor. */
export interface Known {
  user?: UserRef | undefined;
  consent?: Consent | undefined;
}

/** Remembers the visitor of the last page. */
export function createVisitor({ name, consent: initial, isPrivate, onChange }: VisitorOptions): Visitor {
  const kept = shareValue<Known>(name, () => become(remembered(kept.get())));
  const consentOf = ({ consent }: Known) => (isPrivate ? 'denied' : (consent ?? initial));
  let known = allowed(remembered(kept.get()));
  if (consentOf(known) === 'denied') publish();

  /** One who refuses is nobody. */
  function allowed(next: Known): Known {
    return consentOf(next) === 'denied' ? { consent: next.consent } : next;
  }

  function become(next: Known) {
    const before = known;
    known = allowed(next);
    if (consentOf(known) !== consentOf(before)) onChange('consent');
    if (laneOf(known.user) !== laneOf(before.user)) onChange('user');
  }

  function learn(news: Known) {
    become({ ...known, ...news });
  }

  /** Nothing is written to the device before the visitor agrees, and of a refusal nothing but that. */
  function publish() {
    const isDecided = consentOf(known) === 'granted' || known.consent === 'denied';
    kept.set(isDecided ? known : undefined);
  }

  return {
    get user() {
      return known.user;
    },
    get consent() {
      return consentOf(known);
    },
    learn,
    publish,
    set(news) {
      learn(news);
      publish();
    },
    close: kept.close,
  };
}

function remembered(kept: Known | undefined): Known {
  const { user, consent } = { ...kept };
  // Somebody else may have written there.
  return { user: ifPossible(() => checkedUser(user as UserRef)), consent };
}
