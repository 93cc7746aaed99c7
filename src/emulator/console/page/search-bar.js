import { element } from './dom.js';

/** How long someone has to stop typing before it is searched, in milliseconds. */
const PAUSE = 150;

/**
 * A field to search in, and a line that tells what was found: aloud, while someone stands in the field.
 *
 * @param {{ label: string, words?: string | undefined }} about What is searched, and for what at first.
 * @param {() => void} onSearch
 * @param {...HTMLElement} others What else is in the bar.
 */
export function searchBar({ label, words = '' }, onSearch, ...others) {
  const input = element('input', { type: 'search', placeholder: label, 'aria-label': label, value: words });
  const found = element('p', { className: 'found', 'aria-live': 'off' });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  input.addEventListener('focus', () => found.setAttribute('aria-live', 'polite'));
  input.addEventListener('blur', () => found.setAttribute('aria-live', 'off'));
  input.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(onSearch, PAUSE);
  });
  return {
    bar: element('div', { className: 'bar' }, input, found, ...others),
    words: () => input.value.trim(),
    /** @param {string} text */
    tell(text) {
      if (found.textContent !== text) found.textContent = text;
    },
  };
}
