import { barsElement, funnelBar } from './bars.js';
import { element, fill, numeral } from './dom.js';
import { refresher } from './live.js';
import { badge, familyOf } from './rows.js';
import { get } from './service.js';

/** @typedef {import('../charts.js').Charts} Found */
/** @typedef {import('../charts.js').Funnel} Funnel */

/** @type {[string, string][]} */
const spans = [
  ['day', 'Day'],
  ['week', 'Week'],
  ['month', 'Month'],
  ['year', 'Year'],
];
/** The families of events, and what they are called; the lowest in a bar first. */
const families = /** @type {[string, string][]} */ ([
  ['plain', 'Visits'],
  ['email', 'Email'],
  ['push', 'Push, texts and chat'],
  ['in-app', 'In-app'],
  ['embedded', 'Embedded'],
  ['good', 'Purchases'],
  ['bad', 'Skips, bounces, leaving'],
]);

/**
 * What happened over time, and how far the people went who were sent a campaign.
 *
 * @returns {Promise<import('./main.js').View>}
 */
export async function chartsView() {
  let span = 'week';
  const over = element('section', { 'aria-label': 'Events over time' });
  const funnels = element('section', { 'aria-label': 'Campaigns' });
  const buttons = spans.map(([value, words]) => {
    const button = element('button', { type: 'button', 'aria-pressed': String(value === span) }, words);
    button.addEventListener('click', () => {
      span = value;
      for (const one of buttons) one.setAttribute('aria-pressed', String(one === button));
      void update();
    });
    return button;
  });
  const update = refresher(
    () => /** @type {Promise<Found>} */ (get(`charts?span=${span}`)),
    (found) => {
      fill(over, ...overTime(found));
      fill(funnels, element('h2', {}, 'Campaigns'), ...campaigns(found.funnels));
    },
    () => span,
  );
  await update();
  const bar = element('div', { className: 'bar', role: 'group', 'aria-label': 'Span' }, ...buttons);
  const content = element('div', {}, bar, element('div', { className: 'columns even' }, over, funnels));
  return { title: 'Charts', content, update };
}

/** @param {Found} found */
function overTime({ from, step, types }) {
  const heading = element('h2', {}, 'Events over time');
  if (!types.length) return [heading, element('p', { className: 'empty' }, 'Nothing happened in this time.')];
  const of = (/** @type {string} */ family) => types.filter((one) => familyOf(one) === family);
  const stacks = families
    .filter(([family]) => of(family).length)
    .map(([family, words]) => ({
      kind: family,
      words,
      counts: sumOf(of(family).map(({ counts }) => counts)),
    }));
  return [
    heading,
    element(
      'div',
      { className: 'card' },
      barsElement(stacks, { from, step, isTall: true }),
      element(
        'ul',
        { className: 'words legend', 'aria-label': 'Colours' },
        ...stacks.map(({ kind, words }) => element('li', { className: kind }, words)),
      ),
    ),
    element('h2', { className: 'part' }, 'By type'),
    element(
      'ul',
      { className: 'rows charted', 'aria-label': 'Events by type' },
      ...types.map((one) => typeRow(one, { from, step })),
    ),
  ];
}

/**
 * @param {Found['types'][number]} one
 * @param {{ from: number, step: number }} time
 */
function typeRow({ type, counts, total }, time) {
  const kind = familyOf({ type });
  return element(
    'li',
    {},
    badge(type, kind),
    barsElement([{ kind, words: type, counts }], { ...time, isTall: false }),
    element('span', { className: 'aside' }, numeral(total)),
  );
}

/** @param {number[][]} all */
function sumOf(all) {
  return (all[0] ?? []).map((_, index) => all.reduce((sum, counts) => sum + (counts[index] ?? 0), 0));
}

/** @param {Funnel[]} funnels */
function campaigns(funnels) {
  if (!funnels.length) return [element('p', { className: 'empty' }, 'No campaign was sent yet.')];
  return [element('ul', { className: 'rows charted', 'aria-label': 'Funnels' }, ...funnels.map(funnelRow))];
}

/** @param {Funnel} funnel */
function funnelRow({ name, medium, people, events }) {
  const kind = medium.replace('InApp', 'in-app').toLowerCase();
  const steps = /** @type {[string, number][]} */ ([
    ['Sent', people.sent],
    ['Opened', people.opened],
    ['Clicked', people.clicked],
    ['Bought', people.bought],
  ]);
  const others = Object.entries(events).filter(([, count]) => count > 0);
  return element(
    'li',
    { className: 'funnel' },
    element('p', {}, badge(medium, kind), ' ', element('strong', {}, name)),
    element(
      'dl',
      {},
      ...steps.flatMap(([words, count]) => [
        element('dt', {}, words),
        element('dd', {}, funnelBar(count / people.sent, kind), numeral(count), shareOf(count, people.sent)),
      ]),
    ),
    others.length > 0 &&
      element(
        'p',
        { className: 'soft' },
        others.map(([what, count]) => `${numeral(count)} ${what}`).join(' · '),
      ),
  );
}

/**
 * @param {number} count
 * @param {number} all
 */
function shareOf(count, all) {
  return element('small', {}, ` ${Math.round((100 * count) / all)} %`);
}
