import { make, write } from './make.js';

/** How long nothing more is said after something was, in milliseconds: what comes meanwhile is soon old. */
const REST = 3_000;

/** What is said to screen readers. */
export interface Said {
  element: HTMLElement;
  /** Says how things are; of what comes one after another, a part, and the last in the end. */
  say(words: string): void;
  stop(): void;
}

/** Makes what says to screen readers how things are, while `isHeard`. */
export function createSaid(isHeard: () => boolean): Said {
  const element = make('p', { class: 'said', role: 'status', 'aria-live': 'polite' });
  let last = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function say(words: string) {
    last = words;
    // Only what changes is said, and only while somebody looks.
    if (timer || words === element.textContent || !isHeard()) return;
    write(element, words);
    timer = setTimeout(() => {
      timer = undefined;
      say(last);
    }, REST);
  }

  return { element, say, stop: () => clearTimeout(timer) };
}
