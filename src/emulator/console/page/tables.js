import { element, numeral } from './dom.js';
import { keyed } from './keyed.js';
import { refresher } from './live.js';
import { get } from './service.js';

/** How many rows of a table are shown at most, and how long a field of one may be, in characters. */
const SHOWN = 500;
const LENGTH = 2_000;

/**
 * A table of the emulator.
 *
 * @typedef {object} Table
 * @property {string} name
 * @property {string} title
 * @property {(row: any) => HTMLElement} row
 * @property {string} [search] What the rows that are shown have in common. Default: nothing.
 * @property {(row: any) => boolean} [has] Which of these are shown. Default: all.
 */

/**
 * A part of the console that shows what some tables hold, the latest first.
 *
 * @param {string} title
 * @param {Table[]} tables
 * @returns {Promise<import('./main.js').View>}
 */
export async function tablesView(title, tables) {
  const sections = tables.map(tableSection);
  const update = refresher(
    () => Promise.all(sections.map(({ load }) => load())),
    (answers) => answers.forEach((show) => show()),
  );
  await update();
  const content = element(
    'div',
    { className: 'columns even' },
    ...sections.map((section) => section.content),
  );
  return { title, content, update };
}

/** @param {Table} table */
function tableSection({ name, title, row, search = '', has = () => true }) {
  const heading = element('h2');
  const list = element('ol', { className: 'rows', 'aria-label': title });
  const showRows = keyed(list);
  const note = element('p', { className: 'empty' });

  /** Loads the rows, and gives what shows them. */
  async function load() {
    const query = new URLSearchParams({ search, pageSize: String(SHOWN), brief: String(LENGTH) });
    const { rows, total } = /** @type {import('../views.js').View<{ id: number }>} */ (
      await get(`rows/${name}?${String(query)}`)
    );
    const shown = rows.filter(has);
    return () => {
      heading.textContent = `${title} (${numeral(rows.length < total ? total : shown.length)})`;
      showRows(shown.map((one) => ({ key: one.id, state: JSON.stringify(one), make: () => row(one) })));
      note.hidden = shown.length > 0 && rows.length === total;
      note.textContent = shown.length ? `The latest ${shown.length}.` : 'None yet.';
    };
  }
  const content = element('section', { 'aria-label': title }, heading, list, note);
  return { content, load };
}
