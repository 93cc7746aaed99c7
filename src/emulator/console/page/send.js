import { element, fill, labelled, select, valuesOf } from './dom.js';
import { look } from './live.js';
import { messageElement } from './message.js';
import { countOf, findPeople, nameOf } from './people.js';
import { searchBar } from './search-bar.js';
import { get, post } from './service.js';

/** @typedef {import('./people.js').Person} Person */
/** @typedef {import('../views.js').PersonView} PersonView */
/** @typedef {import('./switches.js').Project} Project */

const positions = ['Center', 'Full', 'Top', 'Bottom', 'TopLeft', 'TopRight', 'BottomLeft', 'BottomRight'];
const SAMPLE = '<h1>Hello {{firstName}}</h1>\n<p>Good to see you.</p>';
/** How many people there are to choose from at once. */
const CHOICE = 100;

/**
 * A form to send someone a message.
 *
 * @param {string} personId Whom to suggest.
 * @returns {Promise<import('./main.js').View>}
 */
export async function sendView(personId) {
  const people = await findPeople('', CHOICE);
  if (!people.total) {
    const words =
      'Nobody is there yet. Identify someone, track an event, or fill the emulator with the shop.';
    return { title: 'Send a message', content: element('p', { className: 'empty' }, words) };
  }
  const whom = await personChoice(people, personId);
  const result = element('div', { className: 'result' });
  const said = element('p', { role: 'status' });
  const content = element('div', { className: 'columns even' });
  const { placements } = /** @type {Project} */ (await get(''));
  const form = messageForm(whom.field, placements);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, said, result);
  });
  form.append(said);
  fill(
    content,
    element('section', { className: 'card' }, whom.search, form),
    element('section', { className: 'card', 'aria-label': 'The message' }, result),
  );
  fill(result, element('p', { className: 'empty' }, 'The message appears here once it is sent.'));
  return { title: 'Send a message', content };
}

/**
 * A choice of one person: the one suggested, or one that is searched for.
 *
 * @param {import('./people.js').People} people
 * @param {string} personId
 */
async function personChoice(people, personId) {
  const suggested = personId
    ? /** @type {PersonView} */ (await get(`people/${encodeURIComponent(personId)}`)).person
    : undefined;
  const whom = select('personId', []);

  /** @param {Person[]} rows */
  function offer(rows) {
    const options = rows.map((person) => element('option', { value: String(person.id) }, wordsOf(person)));
    fill(whom, ...options);
  }

  /** @param {Person[]} rows */
  const others = (rows) => rows.filter(({ id }) => id !== suggested?.id).toReversed();
  offer([...(suggested ? [suggested] : []), ...others(people.rows)]);
  const field = labelled('To', whom);
  if (people.total <= CHOICE) return { field, search: undefined };

  const search = searchBar({ label: 'Find whom to write to' }, () => {
    const words = search.words();
    void findPeople(words, CHOICE).then(({ rows, total }) => {
      if (words !== search.words()) return; // A later search has overtaken this one.
      offer(rows.toReversed());
      search.tell(countOf(total));
    });
  });
  return { field, search: search.bar };
}

/**
 * @param {HTMLElement} whom
 * @param {Project['placements']} placements
 */
function messageForm(whom, placements) {
  const channel = select('channel', [
    ['inApp', 'In-app message'],
    ['embedded', 'Embedded message'],
    ['email', 'Email'],
  ]);
  const fields = messageFields(placements);
  const showFields = () => {
    fields.html.hidden = channel.value === 'embedded';
    fields.position.hidden = channel.value !== 'inApp';
    for (const field of [fields.body, fields.placementId, fields.url]) {
      field.hidden = channel.value !== 'embedded';
    }
  };
  channel.addEventListener('change', showFields);
  showFields();
  return element(
    'form',
    { 'aria-label': 'New message' },
    whom,
    labelled('Kind', channel),
    labelled(
      'Subject or title',
      element('input', { name: 'title', value: 'Hello {{firstName}}', maxLength: 255 }),
    ),
    ...Object.values(fields),
    element('p', {}, element('button', { type: 'submit', className: 'primary' }, 'Send')),
  );
}

/**
 * What the kinds of message say, each some of it.
 *
 * @param {Project['placements']} placements
 */
function messageFields(placements) {
  const html = element('textarea', { name: 'html', rows: 8, value: SAMPLE, spellcheck: false });
  const body = element('textarea', { name: 'body', rows: 3, value: 'Good to see you.' });
  const numbers = placements.map((place) => String(place.placementId));
  const placementId = element('input', {
    name: 'placementId',
    ...{ type: 'number', min: '0', value: numbers[0] ?? '808', list: 'placements' },
  });
  const known = numbers.map((value) => element('option', { value }));
  const url = element('input', { name: 'url', type: 'url', placeholder: 'https://…' });
  return {
    html: labelled('HTML', html, 'Handlebars, such as {{firstName}}, takes the fields of the person.'),
    body: labelled('Text', body),
    position: labelled(
      'Position',
      select(
        'position',
        positions.map((name) => [name, name]),
      ),
    ),
    placementId: element(
      'div',
      {},
      labelled('Placement', placementId, numbers.length ? `There are ${numbers.join(', ')}.` : undefined),
      element('datalist', { id: 'placements' }, ...known),
    ),
    url: labelled('Leads to', url),
  };
}

/** @param {Person} person */
function wordsOf(person) {
  const name = nameOf(person);
  const address = person.email ?? person.userId ?? '';
  return name === address ? name : `${name} (${address})`;
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} said
 * @param {HTMLElement} result
 */
async function send(form, said, result) {
  const { personId, placementId, ...values } = valuesOf(form);
  said.className = '';
  try {
    const { messageId } = /** @type {{ messageId: string }} */ (
      await post('messages', { ...values, personId: Number(personId), placementId: Number(placementId) })
    );
    said.textContent = 'Sent.';
    const { messages } = /** @type {PersonView} */ (await get(`people/${personId}`));
    const message = messages.find((one) => one.messageId === messageId);
    fill(
      result,
      element('h2', {}, 'As its reader sees it'),
      message && messageElement(message),
      element('p', {}, element('a', { href: `#people/${personId}` }, 'See the person')),
    );
    await look();
  } catch (error) {
    said.className = 'wrong';
    said.textContent = error instanceof Error ? error.message : String(error);
  }
}
