import { element, fill, labelled, select, valuesOf } from './dom.js';
import { known } from './live.js';
import { get, post, remove } from './service.js';
import { tell } from './tell.js';

/** @typedef {import('../../answering/faults.js').Fault} Fault */

/** @type {[string, string][]} */
const kinds = [
  ['status', 'Answer a status'],
  ['drop', 'Break the connection before it acts'],
  ['lose', 'Act, then break the connection'],
  ['delay', 'Answer late'],
  ['malformed', 'Answer malformed JSON'],
  ['html', 'Answer HTML'],
  ['half', 'Answer half a body'],
];

/** The faults that wait, and a form to add one. */
export async function faultsSection() {
  const list = element('ul', { className: 'bare', 'aria-label': 'Faults that wait' });
  const said = element('p', { role: 'status' });
  const clear = element('button', { type: 'button' }, 'Clear all');
  const form = faultForm();
  const show = faultsIn(list, clear);
  const update = async () => show(await get('faults'));

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void tell(said, async () => {
      show(await post('faults', faultOf(valuesOf(form))));
      return 'Added.';
    });
  });
  clear.addEventListener('click', () => {
    void tell(said, async () => {
      show(await remove('faults'));
      form.querySelector('select')?.focus(); // The button is gone.
      return 'Cleared.';
    });
  });
  await update();
  const heading = element('h2', {}, 'Faults');
  const content = element('section', { className: 'card' }, heading, list, clear, form, said);
  return { content, update };
}

/**
 * Makes the function that shows faults in a list, and the button to clear them while there are some.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement} clear
 */
function faultsIn(list, clear) {
  let shown = '';

  /** @param {{ faults: Fault[] }} answer */
  return ({ faults }) => {
    const state = JSON.stringify(faults);
    if (state === shown) return;
    shown = state;
    clear.hidden = faults.length === 0;
    const none = element('li', { className: 'empty' }, 'None: all goes well.');
    fill(list, ...(faults.length ? faults.map(faultRow) : [none]));
  };
}

/** @param {Fault} fault */
function faultRow({ kind, route, times, status, retryAfter, delay }) {
  const words = kinds.find(([name]) => name === kind)?.[1] ?? kind;
  const about = [
    status,
    retryAfter === undefined ? undefined : `Retry-After ${retryAfter}`,
    delay === undefined ? undefined : `${delay} ms`,
  ].filter((part) => part !== undefined);
  return element(
    'li',
    {},
    element('span', { className: 'badge warn' }, `${String(times ?? 1)} ×`),
    ` ${[words, ...about].join(' · ')} `,
    element('span', { className: 'soft' }, route ?? 'any route'),
  );
}

function faultForm() {
  const kind = select('kind', kinds);
  const { status, retryAfter, delay, route, times } = faultFields();
  const showFields = () => {
    status.hidden = kind.value !== 'status';
    retryAfter.hidden = status.hidden;
    delay.hidden = kind.value !== 'delay';
  };
  kind.addEventListener('change', showFields);
  showFields();
  return element(
    'form',
    { 'aria-label': 'Add a fault' },
    labelled('What goes wrong', kind),
    status,
    retryAfter,
    delay,
    route,
    times,
    element(
      'datalist',
      { id: 'routes' },
      ...[...new Set(known.requests.map((request) => request.route))].map((value) =>
        element('option', { value }),
      ),
    ),
    element('p', {}, element('button', { type: 'submit', className: 'primary' }, 'Add the fault')),
  );
}

function faultFields() {
  const status = element('input', { name: 'status', type: 'number', min: '200', max: '599', value: '503' });
  const retryAfter = element('input', { name: 'retryAfter', placeholder: 'seconds or a date' });
  const delay = element('input', { name: 'delay', type: 'number', min: '0', value: '2000' });
  const any = 'any, or POST /api/events/track';
  return {
    status: labelled('Status', status),
    retryAfter: labelled('Retry-After', retryAfter),
    delay: labelled('Milliseconds', delay),
    route: labelled('Route', element('input', { name: 'route', list: 'routes', placeholder: any })),
    times: labelled(
      'How many calls',
      element('input', { name: 'times', type: 'number', min: '1', value: '1' }),
    ),
  };
}

/** @param {Record<string, string>} values */
function faultOf({ kind, status, retryAfter, delay, route, times }) {
  return {
    kind,
    times: Number(times),
    ...(route && { route }),
    ...(kind === 'status' && { status: Number(status), ...(retryAfter && { retryAfter }) }),
    ...(kind === 'delay' && { delay: Number(delay) }),
  };
}
