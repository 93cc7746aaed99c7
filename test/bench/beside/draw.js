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

/**
 * Draws a section's chart.
 *
 * @param {Section} section
 */
function chart(section) {
  const { title, axis, scale, bars } = section;
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const measured = bars.filter(({ value }) => value !== undefined);
  const colour = (/** @type {Section['bars'][number]} */ { isOurs }) =>
    isOurs ? 'var(--ours)' : 'var(--others)';
  const line = { y: 'name', dy: -9, fill: 'currentColor', fontSize: 13 };
  const ranges = measured.filter(({ min, max }) => min !== max);
  const drawn = Plot.plot({
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
  const svg = drawn.outerHTML.replace(/<style>[^]*?<\/style>/, `<style>${STYLE}\n  </style>`);
  const head = `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${title}" data-figures="${fingerprintOf(section)}"`;
  return `${svg.replace(/ xmlns(:xlink)?="[^"]*"/g, '').replace('<svg', head)}\n`;
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
