import type { UserRef } from '../api/models/user.js';
import { localKeys, readLocal, writeLocal } from '../browser/local.js';
import { tellPage } from '../browser/shared-value.js';
import { databaseNames, type Store } from '../browser/store.js';
import { parsed } from '../lib/parsed.js';
import { agreementIn, keeping, look, wordIn, type Consent, type Word } from './kept-visitor.js';
import { shareWord } from './shared-word.js';
import { laneOf } from './user.js';

export type { Consent } from './kept-visitor.js';

/** Who the visitor is to a project, and what they agreed to for the whole site: the same in every tab and on the next visit. */
export interface Visitor {
  /** Who they were said to be last, by this page or another. */
  readonly word: Word;
  readonly user: UserRef | undefined;
  readonly consent: Consent;
  /** Whether what they do may be on the device, and leave it. */
  readonly agrees: boolean;
  /** Whether the device has been asked who they are. */
  readonly isMet: boolean;
  /** Whether this page has said who they are, so that nobody need be asked. */
  readonly isSaid: boolean;
  /** Lets it be known here and in the other tabs at once, and on the device once this resolves. */
  say(user: UserRef | undefined, options?: { isFresh?: boolean }): Promise<void>;
  /** The same of what they agreed to, which holds for every project of the site. */
  agree(consent: Consent): Promise<void>;
  /** Asks the device, once a day, who was the last to be there and what they agreed to. Makes nothing there before they agree. */
  meet(): Promise<void> | undefined;
  /** Says whose it is what a page said before it had asked the device. */
  settle(said: Unsettled): void;
  /** Stops hearing of other tabs. */
  close(): void;
}

/** Something that a page said under a word. */
export interface Unsettled {
  event: { user?: UserRef | undefined; recordedAt: number };
  /** When that word was said. */
  since?: number;
  /** Whether neither the page had said who they are by then, nor the device been asked: a killed browser may have kept somebody else's name. */
  isUnsure?: boolean;
}

/** What a visitor is made of. */
export interface VisitorOptions {
  /** Names the project, apart from others on the same site. */
  name: string;
  /** What holds until the visitor has been asked. */
  consent: Consent;
  /** Whether the visitor has said no to every site. */
  isPrivate: boolean | undefined;
  /** Opens a store of the device; it is made when it is first used. */
  open: (name: string) => Store<unknown>;
  /** How long what the project keeps may be of use, in milliseconds. */
  limits: { age: number };
  now: () => number;
  /** Hears of another user or consent, set in this tab or in another. */
  onChange: (what: 'user' | 'consent') => void;
}

/** Begins the names of projects. */
const PROJECT = 'tidings http';
/** Names what the visitor agreed to in `localStorage`, for the whole site. */
const SITE = 'tidings consent';
/** How often the device is told that it is still used, in milliseconds: a day. */
const DAY = 86_400_000;

/** Remembers the visitor of the last page. */
// eslint-disable-next-line max-lines-per-function -- What it returns is half of it.
export function createVisitor(options: VisitorOptions): Visitor {
  const { name, consent: initial, isPrivate, open, limits, now, onChange } = options;
  const device = open(name);
  const who = shareWord(name, wordIn, now, tell);
  const site = shareWord(SITE, (kept) => agreementIn(kept ?? parsed(readLocal(name))), now, tell);
  const consent = () => (isPrivate ? 'denied' : (site.known.consent ?? initial));
  const agrees = () => consent() === 'granted';
  let told = note();
  let there: Word = { at: 0 };
  let met: Promise<void> | undefined;
  let metAt = 0;
  let isMet = false;
  let isSaid = false;

  function note() {
    // One who refuses is nobody, also once they agree.
    if (consent() === 'denied' && who.known.user) who.say({ user: undefined });
    return { consent: consent(), user: laneOf(who.known.user) };
  }

  function tell() {
    const before = told;
    told = note();
    if (told.consent !== before.consent) {
      void keep();
      onChange('consent');
    }
    if (told.user !== before.user) onChange('user');
  }

  /** Makes the step that keeps what is known by now. */
  const step = () => keeping(site.known, consent(), isPrivate, who.known, now() + limits.age);

  async function keep() {
    // What was refused for a moment is so for all before that. What was agreed to may be taken back until its turn has come.
    const refusal = !agrees() && step();
    who.share(agrees());
    await meet();
    await device(refusal || ((table) => step()(table)));
  }

  function meet() {
    if (Math.abs(now() - metAt) < DAY) return met;
    metAt = now();
    return (met = askDevice());
  }

  async function askDevice() {
    const isThere = agrees() || (await databaseNames(PROJECT)).includes(name);
    const [agreed, word, use = 0] = isThere ? await device(step()) : [];
    there = wordIn(word);
    who.hear(word);
    site.hear(agreed);
    const time = now();
    const usedAt = use - limits.age;
    if (Math.abs(usedAt - time) > DAY) {
      for (const other of await databaseNames(PROJECT)) {
        if (other === name) continue;
        site.hear(await look(other, open(other), Math.min(usedAt, time), agrees() && time + limits.age));
      }
    }
    site.share(true);
    who.share(agrees());
    isMet = true;
    tell();
  }

  return {
    get word() {
      return who.known;
    },
    get user() {
      return who.known.user;
    },
    get consent() {
      return consent();
    },
    get agrees() {
      return agrees();
    },
    get isMet() {
      return isMet;
    },
    get isSaid() {
      return isSaid;
    },
    async say(user, { isFresh } = {}) {
      isSaid = true;
      who.say({ user });
      if (isFresh) who.known.freshAt = who.known.at;
      tell();
      if (agrees()) await keep();
    },
    async agree(state) {
      // Who has not been asked has said nothing.
      if (state === 'pending' && consent() === state) return;
      site.say({ consent: state });
      site.share(true);
      tellPage(SITE);
      tell();
      if (state === 'denied') localKeys(PROJECT).forEach((key) => writeLocal(key));
      const agreed = keeping(site.known, state, isPrivate);
      const names = await databaseNames(PROJECT);
      await Promise.all([keep(), ...names.map((other) => other === name || open(other)(agreed))]);
    },
    meet,
    settle(said) {
      const { event, since = 0, isUnsure } = said;
      if (isUnsure && since < there.at && there.at < event.recordedAt) {
        event.user = there.user;
        said.since = there.at;
      }
      delete said.isUnsure;
    },
    close() {
      who.close();
      site.close();
    },
  };
}
