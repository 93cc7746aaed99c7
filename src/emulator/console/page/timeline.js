import { element, numeral } from './dom.js';
import { keyed } from './keyed.js';
import { known, refresher } from './live.js';
import { eventRow, requestRow } from './rows.js';
import { searchBar } from './search-bar.js';
import { get } from './service.js';

/** How many rows are shown at most. */
const SHOWN = 200;

/** @typedef {import('./live.js').LiveEvent} LiveEvent */
/** @typedef {import('./live.js').LiveRequest} LiveRequest */

/**
 * Everything that happens, the latest first; with words, what has them.
 *
 * @param {string} words
 * @returns {import('./main.js').View}
 */
export function timelineView(words) {
  return liveList({
    words,
    title: 'Timeline',
    filter: 'Filter by type, name, person or field',
    empty: 'Nothing has happened yet. Track an event, or send someone a message.',
    kind: 'events',
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
    kind: 'requests',
    rows: () => known.requests,
    row: requestRow,
  });
}

/**
 * @template {LiveEvent | LiveRequest} Row
 * @typedef {object} LiveListOptions
 * @property {string} title
 * @property {string} [words] What is searched for at first.
 * @property {string} filter
 * @property {string} empty What is said where there are no rows.
 * @property {'events' | 'requests'} kind
 * @property {() => Row[]} rows The latest, the latest last.
 * @property {(row: Row) => HTMLElement} row
 */

/**
 * @template {LiveEvent | LiveRequest} Row
 * @param {LiveListOptions<Row>} options
 * @returns {import('./main.js').View}
 */
function liveList(options) {
  const { title, words: first, filter, empty } = options;
  const list = element('ol', { className: 'rows', 'aria-label': title });
  const show = keyed(list);
  const note = element('p', { className: 'empty' }, empty);
  const pause = element('button', { type: 'button', 'aria-pressed': 'false' }, 'Pause');
  const search = searchBar({ label: filter, words: first }, () => void refresh(), pause);
  let isPaused = false;
  const refresh = refresher(
    async (words) => (words ? foundRows(options, words) : latestRows(options)),
    ({ entries, total }, words) => {
      show(entries);
      search.tell(words ? `${numeral(total)} found` : '');
      note.textContent = noteOf(entries.length, total, words ? 'Nothing of this kind.' : empty);
    },
    search.words,
  );
  const update = async () => {
    if (!isPaused) await refresh();
  };

  pause.addEventListener('click', () => {
    isPaused = !isPaused;
    pause.setAttribute('aria-pressed', String(isPaused));
    void update();
  });
  const content = element('div', {}, search.bar, list, note);
  return { title, content, update };
}

/**
 * @param {number} shown
 * @param {number} total
 * @param {string} empty
 */
function noteOf(shown, total, empty) {
  if (total === 0) return empty;
  return shown < total ? `The latest ${numeral(shown)} of ${numeral(total)}; filter to find others.` : '';
}

/**
 * The rows that were told as they came.
 *
 * @template {LiveEvent | LiveRequest} Row
 * @param {LiveListOptions<Row>} options
 */
function latestRows({ kind, rows, row }) {
  const latest = rows().slice(-SHOWN).toReversed();
  const entries = latest.map((one) => ({ key: one.number, make: () => row(one) }));
  return { entries, total: Math.max(latest.length, known.counts[kind] ?? 0) };
}

/**
 * Those of all rows that have the words.
 *
 * @template {LiveEvent | LiveRequest} Row
 * @param {LiveListOptions<Row>} options
 * @param {string} words
 */
async function foundRows({ kind, row }, words) {
  const query = new URLSearchParams({ search: words, pageSize: String(SHOWN), brief: '20000' });
  const { rows, total } = /** @type {import('../views.js').View<Row>} */ (
    await get(`${kind}?${String(query)}`)
  );
  const entries = rows.map((one, index) => ({
    // Two may be alike to the letter, and still not be the same.
    key: `${total - index} ${JSON.stringify(one)}`,
    make: () => row(one),
  }));
  return { entries, total };
}
