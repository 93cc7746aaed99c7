import { cell, inSeconds, lineOf, short } from './figures.js';

/** @typedef {import('./sections.js').Section} Section */
/** @typedef {import('./sections.js').Row} Row */
/** @typedef {import('./sections.js').Spread} Spread */
/** @typedef {import('./sections.js').Waiting} Waiting */

/**
 * What it takes to empty a device on which much waits, and what a page starts with and holds beside it.
 *
 * @param {Row[]} rows
 * @returns {Section[]}
 */
export function waitingSections(rows) {
  const all = rows.filter(({ waiting }) => waiting);
  const ours = all.filter(({ id }) => id !== 'bare');
  const plays = (all[0]?.waiting ?? []).map(({ count, took }) => `${short(count)} ${times(took[3])}`);
  return [
    sectionOf(all, {
      id: 'waiting',
      title: 'Waiting',
      text: `So many events wait on a device that had no network, and then it has: from the first request until the collector has had all of them, on this machine's own speed, beside a loop of bare \`fetch\` calls, four at a time. The site keeps a million events instead of 10,000. It was played with ${plays.join(', with ')}.`,
      scale: 'log',
      unit: 's',
      what: 'seconds until all have arrived',
      figureOf: ({ took }) => inSeconds(took),
      why: 'Each event is taken from the device before and its end is written there after, which the bare loop has nothing of.',
    }),
    sectionOf(ours, {
      id: 'waiting-start',
      title: 'Starting beside what waits',
      text: 'The call that starts the SDK on a page where so many events wait, on a slower processor, as above; five starts each time. Both are ours: the others were not driven with so many.',
      scale: 'linear',
      unit: 'ms',
      what: 'ms that the call takes',
      figureOf: ({ start }) => start,
      why: '',
    }),
    sectionOf(ours, {
      id: 'waiting-heap',
      title: 'Memory beside what waits',
      text: 'What that page holds a second later, with all that it has loaded to deliver them.',
      scale: 'linear',
      unit: 'kB',
      what: 'kB of the heap',
      figureOf: ({ heap }) => heap,
      why: '',
    }),
  ];
}

const times = (/** @type {number} */ count) => (count === 1 ? 'once' : `${count} times`);

/**
 * @param {Row[]} rows
 * @param {Pick<Section, 'id' | 'title' | 'text' | 'scale' | 'why'> & {
 *   unit: string,
 *   what: string,
 *   figureOf: (waiting: Waiting) => Spread | undefined,
 * }} about
 * @returns {Section}
 */
function sectionOf(rows, { unit, what, figureOf, ...words }) {
  const most = Math.max(...rows.flatMap(({ waiting = [] }) => waiting.map(({ count }) => count)));
  const valueOf = (/** @type {Waiting} */ waiting) => figureOf(waiting)?.[0] ?? NaN;
  const bars = rows.map((row) => {
    const [value = NaN] = (row.waiting ?? []).filter(({ count }) => count === most).map(valueOf);
    return { ...lineOf(row), value, label: `${short(value)} ${unit}` };
  });
  return {
    ...words,
    axis: `events that wait${words.scale === 'log' ? ', both scales logarithmic' : ''}`,
    across: what,
    bars: bars.toSorted((a, b) => a.value - b.value),
    lines: rows.map((row) => ({
      ...lineOf(row),
      points: (row.waiting ?? []).map((waiting) => ({ x: waiting.count, y: valueOf(waiting) })),
    })),
    head: ['SDK', 'events', what],
    table: rows.flatMap(({ name, waiting = [] }) =>
      waiting.map((one) => [`\`${name}\``, short(one.count), cell(figureOf(one), unit)]),
    ),
  };
}
