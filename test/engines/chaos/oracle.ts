import type { Collector } from './collector.js';
import type { Call } from './page.js';
import { nameOf, type Kind, type Who } from './wire.js';

/** A call that a page was asked to make. */
export interface Said {
  number: number;
  kind: Kind;
  key: string;
  /** Whose it may be; several, if nobody knows who was the first to take what was nobody's. */
  owners: string[];
  /** The page load that made it. */
  page: string;
  /** When it was asked for, and when its promise was known to be kept. */
  at: number;
  keptAt?: number;
  isPromised: boolean;
  isRefused: boolean;
  /** Its page, which had no storage, is gone. */
  isForgotten?: boolean;
}

/** What must be true, as somebody knows who watches pages from outside. */
export interface Oracle {
  readonly said: Said[];
  /** Who the visitor is. */
  readonly user: Who | undefined;
  /** Whether the device was heard to know them. */
  readonly isSure: boolean;
  /** Takes note that a page says who the visitor is; of one that is apart, nobody else hears. */
  login(isApart: boolean, user?: Who): { number: number; user?: Who };
  /** Takes note of calls of the visitor, or of somebody who is apart. */
  say(calls: Call[], key: string, apart?: Who): Said[];
  /** Everybody whose calls may be among those of the visitors. */
  owners(): Who[];
  isSettled: (call: Call) => boolean;
  /** A page has ended: a login that was not heard of by now may be forgotten. */
  doubt(): void;
  /** Takes note that the clocks of pages disagree from now on. */
  leap(): void;
  /** The visitor is this one again, which has to be said. */
  goBackTo(user: Who | undefined): void;
  /** Whoever comes takes what was nobody's. */
  adopt(owner: string): void;
  /** Takes note, at the end, of what was promised: what pages said, and what they had said as they were left. */
  hear(leftWords: number[]): void;
}

/** Makes an oracle that hears what the collector does. */
export function createOracle({ heard, refused, logins }: Collector): Oracle {
  const said: Said[] = [];
  let user: Who | undefined;
  let number = 0;
  /** The last login that all pages hear of. */
  let last = 0;
  let isDoubted = false;
  let nobodys: Said[] = [];
  /** The login that took what was nobody's last. */
  let adopted: { number: number; upTo: number } | undefined;

  /** Since when the clocks of pages disagree: what one keeps in the journal may stand before what another kept there. */
  let leaptAt = Infinity;

  const isSure = () => !isDoubted && (!last || logins.has(last));

  function adopt(owner: string) {
    for (const one of nobodys) if (!one.owners.includes(owner)) one.owners.push(owner);
  }

  return {
    said,
    adopt,
    get user() {
      return user;
    },
    get isSure() {
      return isSure();
    },
    login(isApart, next) {
      number += 1;
      const login = { number, ...(next && { user: next }) };
      if (isApart) return login;
      last = number;
      const { number: before, upTo } = adopted ?? { number: 0, upTo: 0 };
      if (logins.has(before)) nobodys = nobodys.filter((one) => one.at > upTo);
      if (next) {
        adopt(nameOf(next));
        adopted = { number, upTo: performance.now() };
      }
      user = next;
      isDoubted = false;
      return login;
    },
    say(calls, key, apart) {
      const owner = apart ?? user;
      const made = calls.map((call): Said => {
        const owners = owner ? [nameOf(owner)] : [];
        return { ...call, key, page: '', at: performance.now(), owners, isPromised: false, isRefused: false };
      });
      said.push(...made);
      if (!owner) nobodys.push(...made);
      return made;
    },
    owners: () =>
      [...new Set(said.flatMap(({ owners }) => owners))].map((name) =>
        name.includes('@') ? { email: name } : { userId: name },
      ),
    isSettled: ({ number }) => heard.has(number) || refused.has(number),
    doubt() {
      if (!isSure()) isDoubted = true;
    },
    leap() {
      leaptAt = Math.min(leaptAt, performance.now());
    },
    goBackTo(before) {
      user = before;
      isDoubted = true;
    },
    hear(leftWords) {
      const left = new Set(leftWords);
      for (const one of said) {
        const keptAt = heard.get(one.number);
        if (keptAt !== undefined && keptAt < leaptAt) one.keptAt = keptAt;
        one.isRefused = refused.has(one.number);
        one.isPromised = !one.isRefused && !one.isForgotten && (keptAt !== undefined || left.has(one.number));
      }
    },
  };
}
