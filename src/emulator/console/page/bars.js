import { element, numeral } from './dom.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * How often something happened in each step of time.
 *
 * @typedef {object} Stack
 * @property {string} kind Its colour.
 * @property {string} words
 * @property {number[]} counts
 */

/**
 * Bars over time, of what stands on one another; with the times at which they begin and end, and the highest sum.
 *
 * @param {Stack[]} stacks
 * @param {{ from: number, step: number, isTall: boolean }} options
 */
export function barsElement(stacks, { from, step, isTall }) {
  const steps = stacks[0]?.counts.length ?? 0;
  const sums = Array.from({ length: steps }, (_, index) =>
    stacks.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0),
  );
  const most = Math.max(1, ...sums);
  const total = sums.reduce((sum, count) => sum + count, 0);
  const bars = sums.map((_, index) =>
    barOf(stacks, { index, most, when: timeOf(from + index * step, step) }),
  );
  const words = stacks.map((stack) => stack.words).join(', ');
  const drawing = svg(
    'svg',
    {
      viewBox: `0 0 ${steps} 100`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': `${words}: ${numeral(total)} in all, at most ${numeral(most)} at a time`,
    },
    ...bars,
  );
  drawing.classList.add('bars');
  if (!isTall) return drawing;
  drawing.classList.add('tall');
  return element(
    'figure',
    {},
    element('p', { className: 'aside' }, `At most ${numeral(most)}`),
    drawing,
    element(
      'figcaption',
      { className: 'aside' },
      element('span', {}, timeOf(from, step)),
      element('span', {}, timeOf(from + (steps - 1) * step, step)),
    ),
  );
}

/**
 * @param {Stack[]} stacks
 * @param {{ index: number, most: number, when: string }} options
 */
function barOf(stacks, { index, most, when }) {
  let below = 0;
  const parts = stacks.flatMap(({ kind, counts }) => {
    const count = counts[index] ?? 0;
    const height = (100 * count) / most;
    below += height;
    const place = { x: index + 0.1, y: 100 - below, width: 0.8, height };
    return count ? [svg('rect', { ...place, class: kind })] : [];
  });
  const told = stacks.flatMap(({ words, counts }) => (counts[index] ? [`${words} ${counts[index]}`] : []));
  const title = svg('title', {});
  title.textContent = [when, ...told].join('\n');
  return svg('g', {}, title, ...parts);
}

/**
 * A bar as long as a part of one.
 *
 * @param {number} part
 * @param {string} kind Its colour.
 */
export function funnelBar(part, kind) {
  const width = Math.min(1, part) * 100;
  const drawing = svg(
    'svg',
    { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { width: 100, height: 10, class: 'ground' }),
    svg('rect', { width, height: 10, class: kind }),
  );
  drawing.classList.add('share');
  return drawing;
}

/**
 * @param {number} moment
 * @param {number} step
 */
function timeOf(moment, step) {
  const date = new Date(moment);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return step < 86_400_000 ? `${day} ${date.toLocaleTimeString('en-GB').slice(0, 5)}` : day;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
function svg(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  made.append(...children);
  return made;
}
