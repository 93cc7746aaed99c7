import { readFileSync, writeFileSync } from 'node:fs';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { chartOf, fingerprintOf, ofReadme, pageOf } from './page.js';
import { sectionsOf } from './sections.js';

/** @typedef {import('./sections.js').Section} Section */

const WIDTH = 440;
/** A line of a chart: what it is called, and its bar below. */
const LINE = 40;
const STYLE = `
    svg { --ours: #2447c9; --others: #a9b3c4; --soft: #566072; --line: #dbe0e9; --spread: #1c2330; color: #1c2330; }
    text { font-family: system-ui, sans-serif; }
    @media (prefers-color-scheme: dark) {
      svg { --ours: #8fa9ff; --others: #4d5a70; --soft: #a3adc0; --line: #323b4a; --spread: #e8ecf4; color: #e8ecf4; }
    }`;

/** @param {{ isOurs: boolean }} what */
const colour = ({ isOurs }) => (isOurs ? 'var(--ours)' : 'var(--others)');

/**
 * Draws a section's chart.
 *
 * @param {Section} section
 */
function chart(section) {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const drawn = section.lines ? linesOf(section, document) : barsOf(section, document);
  const svg = drawn.outerHTML.replace(/<style>[^]*?<\/style>/, `<style>${STYLE}\n  </style>`);
  const head = `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${section.title}" data-figures="${fingerprintOf(section)}"`;
  return `${svg.replace(/ xmlns(:xlink)?="[^"]*"/g, '').replace('<svg', head)}\n`;
}

/**
 * @param {Section} section
 * @param {object} document
 */
function linesOf({ axis, across, scale, lines = [] }, document) {
  const points = lines.flatMap(({ name, isOurs, points }) =>
    points.map((point) => ({ ...point, name, isOurs })),
  );
  const ends = lines
    .map(({ name, points }) => ({ name, ...(points.at(-1) ?? { x: NaN, y: NaN }) }))
    .toSorted((a, b) => b.y - a.y);
  const name = { textAnchor: 'start', fontSize: 13, fill: 'currentColor' };
  const quiet = { color: 'var(--soft)', fontSize: 12, tickSize: 0, labelArrow: 'none' };
  const places = { x: 'x', y: 'y', stroke: colour, z: 'name' };
  return Plot.plot({
    ...{ document, width: WIDTH, height: 300 },
    ...{ marginLeft: 48, marginRight: 116, marginTop: 28, marginBottom: 44 },
    x: { type: 'log', ticks: points.map(({ x }) => x) },
    y: { type: scale, zero: scale === 'linear', nice: true },
    marks: [
      Plot.gridY({ ticks: 4, stroke: 'var(--line)', strokeOpacity: 1 }),
      Plot.axisY({
        ...quiet,
        ticks: 4,
        label: across,
        tickFormat: (/** @type {number} */ tick) => tick.toLocaleString('en'),
      }),
      Plot.axisX({
        ...{ ...quiet, label: axis, labelAnchor: 'left', labelOffset: 38, tickFormat: ',d' },
        ticks: [...new Set(points.map(({ x }) => x))],
      }),
      Plot.line(points, { ...places, strokeWidth: 2.5 }),
      Plot.dot(points, { ...places, fill: colour, r: 4 }),
      // Two lines may end side by side: the highest has its name above, the others below.
      ...[ends.slice(0, 1), ends.slice(1)].map((some, index) =>
        Plot.text(some, { x: 'x', y: 'y', text: 'name', ...name, dx: 9, dy: index ? 7 : -6 }),
      ),
    ],
  });
}

/**
 * @param {Section} section
 * @param {object} document
 */
function barsOf({ axis, scale, bars }, document) {
  const measured = bars.filter(({ value }) => value !== undefined);
  const line = { y: 'name', dy: -9, fill: 'currentColor', fontSize: 13 };
  const ranges = measured.filter(({ min, max }) => min !== max);
  return Plot.plot({
    document,
    width: WIDTH,
    height: bars.length * LINE + 52,
    marginLeft: 8,
    marginRight: 24,
    marginTop: 4,
    marginBottom: 44,
    x: { type: scale, ...(scale === 'linear' && { zero: true }), nice: true },
    y: { domain: bars.map(({ name }) => name), type: 'band', axis: null, padding: 0 },
    marks: [
      Plot.gridX({ ticks: 4, stroke: 'var(--line)', strokeOpacity: 1 }),
      Plot.axisX({
        ...{ ticks: 4, label: axis, labelAnchor: 'left', labelArrow: 'none', labelOffset: 38 },
        ...{ color: 'var(--soft)', fontSize: 12, tickSize: 0, tickFormat: ',d' },
      }),
      ...(scale === 'log'
        ? [Plot.dot(measured, { x: 'value', y: 'name', dy: 8, r: 6, fill: colour })]
        : [
            Plot.barX(measured, { x: 'value', y: 'name', fill: colour, insetTop: 22, insetBottom: 6, rx: 3 }),
          ]),
      Plot.ruleY(ranges, {
        y: 'name',
        x1: 'min',
        x2: 'max',
        dy: 8,
        stroke: 'var(--spread)',
        strokeWidth: 1.5,
      }),
      ...[true, false].map((ours) =>
        Plot.text(
          bars.filter(({ isOurs }) => isOurs === ours),
          { ...line, text: 'name', frameAnchor: 'left', fontWeight: ours ? 700 : 400 },
        ),
      ),
      Plot.text(bars, { ...line, text: 'label', frameAnchor: 'right', textAnchor: 'end' }),
    ],
  });
}

const results = /** @type {import('./sections.js').Results} */ (
  JSON.parse(readFileSync('docs/bench/results.json', 'utf8'))
);
for (const section of sectionsOf(results)) writeFileSync(`docs/${chartOf(section)}`, chart(section));
writeFileSync('docs/bench.md', await pageOf(results));
const readme = readFileSync('README.md', 'utf8');
writeFileSync(
  'README.md',
  readme.replace(/<!-- bench -->[^]*<!-- \/bench -->/, () => ofReadme(results)),
);
