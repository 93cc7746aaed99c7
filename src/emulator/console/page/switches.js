import { element, facts, fill, labelled, momentOf, numeral, select } from './dom.js';
import { faultsSection } from './faults.js';
import { known } from './live.js';
import { get, post } from './service.js';
import { tell } from './tell.js';

/** @typedef {import('../views.js').PlacementView} PlacementView */

/**
 * What a page needs to know of the emulator.
 *
 * @typedef {object} Project
 * @property {Record<string, string>} keys
 * @property {string} tokenSecret
 * @property {PlacementView[]} placements
 */

const HOUR = 3_600_000;
/** @type {[string, number][]} */
const leaps = [
  ['1 minute', HOUR / 60],
  ['1 hour', HOUR],
  ['1 day', 24 * HOUR],
  ['1 week', 168 * HOUR],
  ['30 days', 720 * HOUR],
];

/**
 * Faults, the clock, and what the emulator holds.
 *
 * @returns {Promise<import('./main.js').View>}
 */
export async function switchesView() {
  const project = /** @type {Project} */ (await get(''));
  const content = element('div', { className: 'columns even' });
  const faults = await faultsSection();
  const clock = clockSection();
  const others = element(
    'div',
    {},
    clock.content,
    contentsSection(),
    keysSection(project),
    placementsSection(project),
  );
  fill(content, faults.content, others);
  const update = () => {
    clock.update();
    return faults.update();
  };
  return { title: 'Switches', content, update };
}

function clockSection() {
  const said = element('p', { role: 'status' });
  const buttons = leaps.map(([words, milliseconds]) => {
    const button = element('button', { type: 'button' }, `+ ${words}`);
    button.addEventListener('click', () => {
      void tell(said, async () => {
        await post('clock/advance', { milliseconds });
        return `${words} went by.`;
      });
    });
    return button;
  });
  const now = element('p', { className: 'big' });
  const update = () => fill(now, momentOf(known.now));
  const content = element(
    'section',
    { className: 'card' },
    element('h2', {}, 'Clock'),
    now,
    element('p', { className: 'soft' }, 'Let time pass: what is planned for it happens, in order.'),
    element('p', { className: 'buttons' }, ...buttons),
    said,
  );
  return { content, update };
}

function contentsSection() {
  const said = element('p', { role: 'status' });
  const choice = select('contents', [
    ['shop', 'the shop'],
    ['empty', 'nothing'],
  ]);
  const form = element(
    'form',
    { className: 'line', 'aria-label': 'Start anew' },
    labelled('Hold', choice),
    element('button', { type: 'submit' }, 'Start anew'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!confirm('All that the emulator holds now is lost. Start anew?')) return;
    void tell(said, async () => {
      await post('reset', { contents: choice.value });
      return 'Started anew.';
    });
  });
  return element('section', { className: 'card' }, element('h2', {}, 'Contents'), form, said);
}

/** @param {Project} project */
function keysSection({ keys, tokenSecret }) {
  const rows = Object.entries({ ...keys, 'token secret': tokenSecret }).map(
    ([type, key]) => /** @type {const} */ ([type, element('code', {}, key)]),
  );
  return element(
    'section',
    { className: 'card' },
    element('h2', {}, 'Keys'),
    facts(...rows),
    element('p', { className: 'soft' }, 'Your server signs the tokens of its users with the secret.'),
  );
}

/** @param {Project} project */
function placementsSection({ placements }) {
  const rows = placements.map((place) => /** @type {const} */ ([String(place.placementId), wordsOf(place)]));
  const none = 'None yet. Send someone an embedded message, and its placement is told here.';
  return element(
    'section',
    { className: 'card' },
    element('h2', {}, 'Placements'),
    rows.length ? facts(...rows) : element('p', { className: 'soft' }, none),
  );
}

/** @param {PlacementView} place */
function wordsOf({ templates, messages }) {
  const sent = messages === 1 ? '1 message' : `${numeral(messages)} messages`;
  return [sent, ...templates].join(' · ');
}
