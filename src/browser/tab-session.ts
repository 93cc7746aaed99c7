import { ifPossible } from '../lib/if-possible.js';

/** Whether a word was said in this tab since it was opened; where the tab may keep nothing, on this page. */
export interface TabSession {
  has(): boolean;
  say(): void;
  forget(): void;
}

/** Makes the note of a word that this tab keeps over its pages. */
export function noteInTab(word: string): TabSession {
  let isSaid = false;
  return {
    has: () => isSaid || !!ifPossible(() => sessionStorage.getItem(word)),
    say() {
      isSaid = true;
      ifPossible(() => sessionStorage.setItem(word, '1'));
    },
    forget() {
      isSaid = false;
      ifPossible(() => sessionStorage.removeItem(word));
    },
  };
}
