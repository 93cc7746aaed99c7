import { element, fill } from './dom.js';
import { known } from './live.js';
import { eventRow, requestRow } from './rows.js';

/** How many rows are shown at most. */
const SHOWN = 200;

/**
 * Everything that happens, the latest first.
 *
 * @returns {import('./main.js').View}
 */
export function timelineView() {
  return liveList({
    title: 'Timeline',
    filter: 'Filter by type, name, person or field',
    empty: 'Nothing has happened yet. Track an event, or send someone a message.',
    rows: () => known.events,
    row: eventRow,
  });
}

/**
 * Every request and its answer, the latest first.
 *
 * @returns {import('./main.js').View}
 */
export function requestsView() {
  return liveList({
    title: 'Requests',
    filter: 'Filter by route, status, fault or field',
    empty: 'Nobody has called yet.',
    rows: () => known.requests,
    row: requestRow,
  });
}

/**
 * @template {{ number: number }} Row
 * @param {{
 *   title: string, filter: string, empty: string, rows: () => Row[], row: (row: Row) => HTMLElement,
 * }} options
 * @returns {import('./main.js').View}
 */
function liveList({ title, filter, empty, rows, row }) {
  const list = element('ol', { className: 'rows', 'aria-label': title });
  const nothing = element('p', { className: 'empty' }, empty);
  const search = element('input', { type: 'search', placeholder: filter, 'aria-label': filter });
  const pause = element('button', { type: 'button', 'aria-pressed': 'false' }, 'Pause');
  /** The rows that stand in the list, by number. */
  const made = /** @type {Map<number, HTMLElement>} */ (new Map());
  let isPaused = false;

  function update() {
    if (isPaused) return;
    const words = search.value.toLowerCase();
    const shown = rows()
      .filter((one) => !words || JSON.stringify(one).toLowerCase().includes(words))
      .slice(-SHOWN);
    const numbers = new Set(shown.map(({ number }) => number));
    for (const [number, old] of made) {
      if (numbers.has(number)) continue;
      old.remove();
      made.delete(number);
    }
    // Only what is new is put in: a row that someone opened or stands on stays as it is.
    let above = /** @type {Element | null} */ (null);
    for (const one of shown.toReversed()) {
      const place = made.get(one.number) ?? row(one);
      if (!made.has(one.number)) list.insertBefore(place, above ? above.nextSibling : list.firstChild);
      made.set(one.number, place);
      above = place;
    }
    nothing.hidden = shown.length > 0;
    nothing.textContent = words ? 'Nothing of this kind.' : empty;
  }

  search.addEventListener('input', update);
  pause.addEventListener('click', () => {
    isPaused = !isPaused;
    pause.setAttribute('aria-pressed', String(isPaused));
    update();
  });
  const content = element('div');
  fill(content, element('div', { className: 'bar' }, search, pause), nothing, list);
  return { title, content, update };
}
