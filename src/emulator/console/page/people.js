import { element, fill } from './dom.js';
import { get } from './service.js';

/** @typedef {import('../../people/people.js').Person} Person */
/** @typedef {import('../views.js').View<Person>} People */

/**
 * Everyone, to search in.
 *
 * @returns {import('./main.js').View}
 */
export function peopleView() {
  const search = element('input', {
    type: 'search',
    placeholder: 'Search names and fields',
    'aria-label': 'Search people',
  });
  const found = element('p', { role: 'status', className: 'found' });
  const list = element('ul', { className: 'cards', 'aria-label': 'People' });
  const more = element('button', { type: 'button' }, 'Show more');
  let pageSize = 60;

  async function load() {
    const asked = search.value;
    const people = /** @type {People} */ (
      await get(`people?${String(new URLSearchParams({ search: asked, pageSize: String(pageSize) }))}`)
    );
    if (asked !== search.value) return; // A later search has overtaken this one.
    found.textContent = people.total === 1 ? '1 person' : `${people.total} people`;
    fill(list, ...people.rows.map(card));
    more.hidden = people.rows.length >= people.total;
  }

  search.addEventListener('input', () => void load());
  more.addEventListener('click', () => {
    pageSize += 120;
    void load();
  });
  void load();
  const bar = element('div', { className: 'bar' }, search, found);
  return { title: 'People', content: element('div', {}, bar, list, more) };
}

/** @param {Person} person */
function card(person) {
  const { id, email, userId, dataFields } = person;
  const name = nameOf(person);
  const { city, tier, orderCount } = dataFields;
  const orders = typeof orderCount === 'number' && `${orderCount} ${orderCount === 1 ? 'order' : 'orders'}`;
  const about = [city, tier, orders].filter((field) => typeof field === 'string');
  return element(
    'li',
    {},
    element(
      'a',
      { href: `#people/${id}` },
      element('span', { className: 'face', 'aria-hidden': 'true' }, name.slice(0, 1).toUpperCase()),
      element(
        'span',
        {},
        element('strong', {}, name),
        element('span', { className: 'soft' }, email && email !== name ? email : (userId ?? '')),
        element('span', { className: 'soft' }, about.join(' · ')),
      ),
    ),
  );
}

/**
 * What someone is called: the name in their fields, if they have one.
 *
 * @param {Person} person
 */
export function nameOf({ id, email, userId, dataFields }) {
  const { firstName, lastName } = dataFields;
  const name = [firstName, lastName].filter((part) => typeof part === 'string').join(' ');
  return name || email || userId || `Person ${id}`;
}
