import { element, fill, labelled, select, valuesOf } from './dom.js';
import { framed } from './framed.js';
import { look } from './live.js';
import { nameOf } from './people.js';
import { get, post } from './service.js';

/** @typedef {import('./people.js').People} People */

const positions = ['Center', 'Full', 'Top', 'Bottom', 'TopLeft', 'TopRight', 'BottomLeft', 'BottomRight'];
const SAMPLE = '<h1>Hello {{firstName}}</h1>\n<p>Good to see you.</p>';

/**
 * A form to send someone a message.
 *
 * @param {string} personId Whom to suggest.
 * @returns {Promise<import('./main.js').View>}
 */
export async function sendView(personId) {
  const people = /** @type {People} */ (await get('people?pageSize=1000'));
  if (!people.total) {
    const words =
      'Nobody is there yet. Identify someone, track an event, or fill the emulator with the shop.';
    return { title: 'Send a message', content: element('p', { className: 'empty' }, words) };
  }
  const result = element('div', { className: 'result' });
  const said = element('p', { role: 'status' });
  const content = element('div', { className: 'columns even' });
  const form = messageForm(people, personId);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, said, result);
  });
  form.append(said);
  fill(content, element('section', {}, form), element('section', { 'aria-label': 'The message' }, result));
  fill(result, element('p', { className: 'empty' }, 'The message appears here once it is sent.'));
  return { title: 'Send a message', content };
}

/**
 * @param {People} people
 * @param {string} personId
 */
function messageForm(people, personId) {
  const everyone = people.rows.toReversed();
  const whom = select(
    'personId',
    everyone.map((person) => [String(person.id), wordsOf(person)]),
  );
  if (personId) whom.value = personId;
  const channel = select('channel', [
    ['inApp', 'In-app message'],
    ['embedded', 'Embedded message'],
    ['email', 'Email'],
  ]);
  const fields = messageFields();
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
    labelled('To', whom),
    labelled('Kind', channel),
    labelled(
      'Subject or title',
      element('input', { name: 'title', value: 'Hello {{firstName}}', maxLength: 255 }),
    ),
    ...Object.values(fields),
    element('p', {}, element('button', { type: 'submit', className: 'primary' }, 'Send')),
  );
}

/** What the kinds of message say, each some of it. */
function messageFields() {
  const html = element('textarea', { name: 'html', rows: 8, value: SAMPLE, spellcheck: false });
  const body = element('textarea', { name: 'body', rows: 3, value: 'Good to see you.' });
  const placementId = element('input', { name: 'placementId', type: 'number', min: '0', value: '808' });
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
    placementId: labelled('Placement', placementId),
    url: labelled('Leads to', url),
  };
}

/** @param {import('./people.js').Person} person */
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
    fill(
      result,
      framed(`messages/${messageId}/page`, 'The message as its reader sees it'),
      element('p', {}, element('a', { href: `#people/${personId}` }, 'See the person')),
    );
    await look();
  } catch (error) {
    said.className = 'wrong';
    said.textContent = error instanceof Error ? error.message : String(error);
  }
}
