/**
 * A row to show.
 *
 * @typedef {object} Entry
 * @property {string | number} key Tells it from the others.
 * @property {string} [state] Another one than before has it made anew.
 * @property {() => HTMLElement} make
 */

/**
 * Shows rows in a list, and touches only those that changed: what someone opened stays open, and where someone stands
 * stays.
 *
 * @param {HTMLElement} list
 * @returns {(entries: Entry[]) => void}
 */
export function keyed(list) {
  /** @type {Map<Entry['key'], { row: HTMLElement, state: string | undefined }>} */
  const made = new Map();

  /** @param {Set<Entry['key']>} keys */
  function removeOthers(keys) {
    for (const [key, { row }] of made) {
      if (keys.has(key) || row.contains(document.activeElement)) continue;
      row.remove();
      made.delete(key);
    }
  }

  /** @param {Entry} entry */
  function rowOf({ key, state, make }) {
    const before = made.get(key);
    if (before && before.state === state) return before.row;
    const row = make();
    if (before) succeed(before.row, row);
    made.set(key, { row, state });
    return row;
  }

  return (entries) => {
    removeOthers(new Set(entries.map(({ key }) => key)));
    /** @type {HTMLElement | undefined} */
    let above;
    for (const entry of entries) {
      const row = rowOf(entry);
      const next = above ? above.nextElementSibling : list.firstElementChild;
      // A row that is moved loses the focus, so those in place stay untouched.
      if (next !== row) list.insertBefore(row, next);
      above = row;
    }
  };
}

/**
 * Puts a row in the place of one: as open as that, and with its focus.
 *
 * @param {HTMLElement} before
 * @param {HTMLElement} row
 */
function succeed(before, row) {
  const hadFocus = before.contains(document.activeElement);
  before.replaceWith(row);
  const details = row.querySelector('details');
  if (details && before.querySelector('details')?.open) details.open = true;
  if (hadFocus) row.querySelector(/** @type {'a'} */ ('summary, a'))?.focus();
}
