import type { MonthCount } from '../wire.js';
import { drawing, element, numeral } from './dom.js';

/** What stands around the bars, in CSS pixels. */
const LEFT = 44;
const TOP = 12;
const BOTTOM = 24;
/** The share of its place that a bar takes. */
const BAR = 0.68;
/** Below this width, every second month has its name. */
const NARROW = 440;

/** A chart of counts by month, and beside it a table that says the same. */
export function chartOf(title: string, months: readonly MonthCount[]): HTMLElement {
  const svg = drawing('svg', { role: 'img', 'aria-labelledby': 'chart-name chart-about' });
  // A drawing that is scaled would scale its letters too.
  const observer = new ResizeObserver(() => {
    const size = svg.getBoundingClientRect();
    if (size.width > LEFT) svg.replaceChildren(...contentsOf(title, months, size));
  });
  observer.observe(svg);
  return element('div', { class: 'chart' }, svg, tableOf(title, months));
}

function contentsOf(title: string, months: readonly MonthCount[], { width, height }: DOMRect): SVGElement[] {
  const top = topOf(Math.max(...months.map(({ count }) => count)));
  const place = (width - LEFT) / months.length;
  const y = (count: number) => TOP + (height - TOP - BOTTOM) * (1 - count / top);
  const isNarrow = width < NARROW;
  return [
    drawing('title', { id: 'chart-name' }, title),
    drawing('desc', { id: 'chart-about' }, aboutOf(months)),
    ...[0, top / 2, top].flatMap((count) => [
      drawing('line', { class: 'line', x1: LEFT, x2: width, y1: y(count), y2: y(count) }),
      drawing('text', { x: LEFT - 8, y: y(count) + 4, 'text-anchor': 'end' }, numeral(count)),
    ]),
    ...months.flatMap(({ month, count }, index) => {
      const middle = LEFT + place * (index + 0.5);
      const box = { x: middle - (place * BAR) / 2, y: y(count), width: place * BAR, height: y(0) - y(count) };
      const name = isNarrow && index % 2 === 0 ? '' : nameOf(month, { month: 'short' });
      return [
        drawing(
          'rect',
          { class: 'bar', rx: 3, ...box },
          drawing('title', {}, `${nameOf(month)}: ${numeral(count)}`),
        ),
        drawing('text', { x: middle, y: height - 6, 'text-anchor': 'middle' }, name),
      ];
    }),
  ];
}

/** A round number that nothing in the chart is above, and whose half is whole. */
function topOf(most: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const times = [1, 2, 4, 6, 8].find((times) => times * step >= most) ?? 10;
  return Math.max(2, times * step);
}

function aboutOf(months: readonly MonthCount[]): string {
  const most = months.reduce((best, one) => (one.count > best.count ? one : best));
  const sum = months.reduce((total, { count }) => total + count, 0);
  return sum
    ? `${numeral(sum)} in twelve months; the most, ${numeral(most.count)}, in ${nameOf(most.month)}.`
    : 'None in twelve months.';
}

function tableOf(title: string, months: readonly MonthCount[]): HTMLElement {
  const rows = months.map(({ month, count }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, nameOf(month)),
      element('td', { class: 'count' }, numeral(count)),
    ),
  );
  return element(
    'table',
    { class: 'narrow' },
    element('caption', {}, title),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'Month'),
        element('th', { scope: 'col', class: 'count' }, 'Events'),
      ),
    ),
    element('tbody', {}, ...rows),
  );
}

function nameOf(month: string, { month: style = 'long' }: { month?: 'long' | 'short' } = {}): string {
  const year = style === 'long' ? ({ year: 'numeric' } as const) : {};
  const format = new Intl.DateTimeFormat('en-GB', { month: style, timeZone: 'UTC', ...year });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}
