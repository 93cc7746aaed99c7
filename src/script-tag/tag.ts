import { isPage } from '../browser/page.js';

/** What a script tag says of itself. */
export type Tag = Pick<HTMLScriptElement, 'src' | 'nonce' | 'dataset'>;

/** The tag that loads this script. A module is not told which one that is, and goes by the name of its file. */
export const tag: Partial<Tag> = (isPage() && findTag()) || {};

function findTag(): HTMLScriptElement | null {
  const { currentScript } = document;
  // A name in the page's markup may stand in for it.
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  return document.querySelector('script[type=module][src*=tidings]');
}
