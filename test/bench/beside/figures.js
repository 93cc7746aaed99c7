/** @typedef {import('./sections.js').Spread} Spread */
/** @typedef {import('./sections.js').Row} Row */
/** @typedef {import('./sections.js').Bar} Bar */

const OURS = ['tidings', 'relay'];

/**
 * Whether a row is this SDK's, by one way or the other.
 *
 * @param {{ id: string }} row
 */
export const isOurs = ({ id }) => OURS.includes(id);

/** How many events there are in a burst. */
export const BURST = 1_000;

/**
 * What a reader should know of figures that were measured less often than the others.
 *
 * @param {Row[]} rows
 */
export function fewRounds([row]) {
  const count = row?.delivered?.[3] ?? 0;
  if (count >= 7) return '';
  return ` In this run each was measured ${count === 1 ? 'but once' : `but ${count} times`}, so take these figures, and those of a thousand calls in a row, for a first look.`;
}

/** @param {Row} row */
export const lineOf = (row) => ({ name: row.name, isOurs: isOurs(row) });

/** @param {Row[]} rows */
export const recordedOf = ([row]) => sum(row?.kept, ({ recorded }) => recorded);

/** @param {Row[]} rows */
export function playsOf([row]) {
  const plays = (Object.values(row?.kept ?? {})[0]?.recorded ?? 0) / 20;
  return plays === 1 ? 'once' : `${plays} times`;
}

/** @param {Row[]} rows */
export const storiesOf = ([row]) => Object.keys(row?.kept ?? {});

/**
 * @param {Row['kept']} kept
 * @param {(outcome: { recorded: number, arrived: number, twice: number }) => number} count
 */
export function sum(kept = {}, count) {
  return Object.values(kept).reduce((total, outcome) => total + count(outcome), 0);
}

/**
 * @param {Row} row
 * @param {Spread | number | undefined} figure
 * @param {string} unit
 * @returns {Bar}
 */
export function bar(row, figure, unit) {
  const line = lineOf(row);
  if (figure === undefined) return { ...line, label: 'not measured' };
  if (typeof figure === 'number') return { ...line, value: figure, label: `${short(figure)} ${unit}` };
  const [value, min, max] = figure;
  return { ...line, value, min, max, label: `${short(value)} ${unit}` };
}

/** @param {Row} row */
export function deliveryBar(row) {
  const { arrived, delivered } = row;
  if (arrived && arrived[0] < BURST)
    return { ...lineOf(row), label: `${short(arrived[0])} of 1,000 arrived` };
  return bar(row, inSeconds(delivered), 's');
}

/** @param {Row} row */
export function keptBar(row) {
  const { kept } = row;
  if (!kept) return { ...lineOf(row), label: 'not measured' };
  const [value, recorded] = [sum(kept, ({ arrived }) => arrived), sum(kept, ({ recorded }) => recorded)];
  return { ...lineOf(row), value, label: `${value} of ${recorded}` };
}

/**
 * @param {Spread | undefined} spread
 * @returns {Spread | undefined}
 */
export function inSeconds(spread) {
  if (!spread) return undefined;
  const [value, min, max, count] = spread;
  return [value / 1_000, min / 1_000, max / 1_000, count];
}

/**
 * What has no figure stands last.
 *
 * @param {Bar[]} bars
 */
export function sorted(
  bars,
  by = (/** @type {Bar} */ a, /** @type {Bar} */ b) => (a.value ?? 0) - (b.value ?? 0),
) {
  return bars.toSorted((a, b) => Number(a.value === undefined) - Number(b.value === undefined) || by(a, b));
}

/**
 * @param {Spread | undefined} spread
 * @param {string} unit
 */
export function cell(spread, unit) {
  if (!spread) return 'not measured';
  const [value, min, max] = spread;
  const figure = `${short(value)} ${unit}`.trim();
  return min === max ? figure : `${figure} (${short(min)} to ${short(max)})`;
}

/**
 * Three digits, or all of what is longer.
 *
 * @param {number} value
 */
export function short(value) {
  return Number(value >= 1_000 ? value.toFixed(0) : value.toPrecision(3)).toLocaleString('en');
}

/**
 * How many of which story did not arrive.
 *
 * @param {Row['kept']} kept
 */
export function missingOf(kept = {}) {
  return Object.entries(kept)
    .map(([story, { recorded, arrived }]) => ({ story, lost: recorded - arrived }))
    .filter(({ lost }) => lost)
    .map(({ story, lost }) => `${lost} of ${story}`);
}
