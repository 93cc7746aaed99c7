import { createHash } from 'node:crypto';
import { formatted } from '../../../scripts/formatted.js';
import { isOurs } from './figures.js';
import { sectionsOf } from './sections.js';
import { whereWeStand } from './standing.js';

/** @typedef {import('./sections.js').Results} Results */
/** @typedef {import('./sections.js').Section} Section */

/** @param {Section} section */
export const chartOf = ({ id }) => `bench-${id}.svg`;

/**
 * What tells whether a chart was drawn of these figures.
 *
 * @param {Section} section
 */
export function fingerprintOf({ title, axis, across, scale, bars, lines }) {
  return createHash('sha256')
    .update(JSON.stringify({ title, axis, across, scale, bars, lines }))
    .digest('hex')
    .slice(0, 16);
}

/**
 * The page that shows what was measured.
 *
 * @param {Results} results
 */
export async function pageOf(results) {
  const sections = sectionsOf(results);
  const text = `# Beside other SDKs

${introduction(results)}

${sections.map(partOf).join('\n\n')}

## How it was measured

${method(results)}
`;
  return formatted('bench.md', text);
}

/** @param {Results} results */
function introduction({ date, browser, rows }) {
  const count = rows.filter((row) => row.id !== 'bare' && !isOurs(row)).length;
  return `What this SDK costs and keeps beside ${count} others that a site may have in its place, measured in ${browser} on ${date}, each as its own documents say it is used. Shorter bars are better, but where events are lost; the thin line is from the smallest to the largest figure. We also show where we are not first.`;
}

/**
 * A section's chart with its figures in words, as a page in another folder than the charts may have it, too.
 *
 * @param {Section} section
 */
export function imageOf(section, folder = '') {
  const said = section.bars.map(({ name, label }) => `${name} ${label}`).join(', ');
  return `![${section.title}: ${said}.](${folder}${chartOf(section)})`;
}

/**
 * The chart that the README shows.
 *
 * @param {Results} results
 */
export function ofReadme(results) {
  const [first, ...others] = sectionsOf(results);
  const shown = others.find(({ id }) => id === 'losing') ?? first;
  if (!shown) return '';
  const words =
    shown.id === 'losing'
      ? 'Something went wrong as events were recorded: the network was gone, the browser was killed, the disk was full. So many arrived:\n\n'
      : '';
  return `<!-- bench -->\n\n${words}${imageOf(shown, 'docs/')}\n\n<!-- /bench -->`;
}

/** @param {Section} section */
function partOf(section) {
  const { title, text, head, table, also = [] } = section;
  return `## ${title}

${text}

${imageOf(section)}

${whereWeStand(section)}${[{ head, table }, ...also].map(tableOf).join('\n\n')}`;
}

/** @param {{ head: string[], table: string[][] }} what */
const tableOf = ({ head, table }) =>
  [head, head.map(() => '---'), ...table].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** @param {Results} results */
function method({ machine, browser, slower, rows, notes = [] }) {
  const ours = rows.find(({ id }) => id === 'tidings');
  const [visits, bursts] = [ours?.call?.[3] ?? 0, ours?.delivered?.[3] ?? 0];
  return `- ${machine}; ${browser}, slowed down ${slower} times, with a new profile for each visit. What else the machine does moves every figure of time: compare within a table, not between runs.
- The SDKs take turns: ${visits} rounds, each beginning with another SDK${bursts ? `, of which ${bursts} ended with a thousand events at once` : ''}. A figure is the median; behind it stand the smallest and the largest, where they differ.
- One collector on loopback answers each as its own service would, on another origin than the page. Requests count those that ask beforehand, by \`OPTIONS\`; bytes are those of the bodies.
- Settings that differ from what an SDK does by default: \`posthog-js\` takes a driven browser for a person (\`opt_out_useragent_filter\`) and more than a hundred events at once (\`rate_limiting\`). \`@rudderstack/analytics-js\` is its \`bundled\` build, since its other one loads parts from its own servers; it keeps a hundred events that wait, and drops the oldest of more.
${notes.map((note) => `- ${note}\n`).join('')}- Not measured, since they need more than loopback: what a service's own settings would add, such as destinations, surveys or session recording.
- The figures are in \`docs/bench/results.json\`. \`npm run bench:peers\` installs the others, measures all again and draws this page; \`npm run bench:page\` draws it of the figures that are there.`;
}
