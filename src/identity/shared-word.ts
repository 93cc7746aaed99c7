import { shareValue } from '../browser/shared-value.js';

/** Something said, and when, in milliseconds since the epoch: each time is later than those before. */
export interface Said {
  at: number;
}

/** What was said last, by this page or another. */
export interface SharedWord<Word extends Said> {
  readonly known: Word;
  /** Says it here. */
  say(news: Partial<Word>): void;
  /** Lets the other tabs and the next page know it, or nothing. */
  share(isKept: boolean): void;
  /** Hears what somebody has kept: an older word is none. */
  hear(kept: unknown): void;
  /** Stops hearing of other tabs. */
  close(): void;
}

/**
 * Shares a word.
 *
 * `localStorage` tells it at once, and tells the other tabs. Browsers write it to the disk some seconds later, so of
 * what was said just before one was killed, only IndexedDB knows.
 *
 * @param read - Reads what was kept: somebody else may have written it.
 * @param onChange - Hears that another page has said something.
 */
export function shareWord<Word extends Said>(
  key: string,
  read: (kept: unknown) => Word,
  now: () => number,
  onChange: () => void,
): SharedWord<Word> {
  const quick = shareValue<Word>(key, look);
  let known = read(quick.get());

  function hear(kept: unknown) {
    const next = read(kept);
    // A site that clears what it keeps has said nothing.
    if (next.at > known.at) known = next;
  }

  function look(kept: unknown = quick.get()) {
    hear(kept);
    onChange();
  }

  return {
    get known() {
      return known;
    },
    say(news) {
      known = { ...known, ...news, at: Math.max(now(), known.at + 1) };
    },
    share(isKept) {
      // What another tab has said meanwhile may be later.
      look();
      quick.set(isKept && known.at > 0 ? known : undefined);
    },
    hear,
    close: quick.close,
  };
}
