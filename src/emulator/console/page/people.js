import { element, numeral } from './dom.js';
import { keyed } from './keyed.js';
import { refresher } from './live.js';
import { searchBar } from './search-bar.js';
import { get } from './service.js';

/** @typedef {import('../../people/person.js').Person} Person */
/** @typedef {import('../views.js').View<Person>} People */

/**
 * Everyone, to search in.
 *
 * @returns {import('./main.js').View}
 */
export function peopleView() {
  const list = element('ul', { className: 'cards', 'aria-label': 'People' });
  const show = keyed(list);
  const more = element('button', { type: 'button', hidden: true }, 'Show more');
  const search = searchBar({ label: 'Search names and fields' }, () => void update());
  let pageSize = 60;
  const update = refresher(
    () => findPeople(search.words(), pageSize),
    ({ rows, total }) => {
      show(
        rows.map((person) => ({ key: person.id, state: JSON.stringify(person), make: () => card(person) })),
      );
      search.tell(countOf(total));
      more.hidden = rows.length >= Math.min(total, 1_000);
    },
    () => `${pageSize} ${search.words()}`,
  );

  more.addEventListener('click', () => {
    const before = list.children.length;
    pageSize = Math.min(1_000, pageSize + 120);
    void update().then(() => list.children[before]?.querySelector('a')?.focus());
  });
  return { title: 'People', content: element('div', {}, search.bar, list, more), update };
}

/**
 * The latest people who have all words, each with the fields that tell them from others.
 *
 * @param {string} words
 * @param {number} pageSize
 * @returns {Promise<People>}
 */
export function findPeople(words, pageSize) {
  const query = new URLSearchParams({ search: words, pageSize: String(pageSize), brief: '500' });
  return get(`people?${String(query)}`);
}

/**
 * How many people there are, in words.
 *
 * @param {number} total
 */
export function countOf(total) {
  return total === 1 ? '1 person' : `${numeral(total)} people`;
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
      element(
        'span',
        { className: 'face', 'aria-hidden': 'true' },
        String.fromCodePoint(name.codePointAt(0) ?? 0).toUpperCase(),
      ),
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
