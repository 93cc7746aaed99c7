import { cell, inSeconds, lineOf, short } from './figures.js';

/** @typedef {import('./sections.js').Section} Section */
/** @typedef {import('./sections.js').Row} Row */

/**
 * What it takes to empty a device on which much waits.
 *
 * @param {Row[]} rows
 * @returns {Section}
 */
export function waitingSection(rows) {
  const measured = rows.filter(({ waiting }) => waiting);
  const most = Math.max(...measured.flatMap(({ waiting = [] }) => waiting.map(({ count }) => count)));
  const bars = measured.map((row) => {
    const took = row.waiting?.find(({ count }) => count === most)?.took;
    const value = (took?.[0] ?? NaN) / 1_000;
    return { ...lineOf(row), value, label: `${short(value)} s` };
  });
  return {
    id: 'waiting',
    title: 'Waiting',
    text: `So many events wait on a device that had no network, and then it has: from the first request until the collector has had all of them, on this machine's own speed, beside a loop of bare \`fetch\` calls, four at a time. What the start of a page takes beside them, and what it holds then with all that it has loaded to deliver them, is measured on a slower processor, as above. The site keeps a million events instead of 10,000.`,
    axis: 'events that wait, both scales logarithmic',
    scale: 'log',
    bars: bars.toSorted((a, b) => a.value - b.value),
    lines: measured.map((row) => ({
      ...lineOf(row),
      points: (row.waiting ?? []).map(({ count, took }) => ({ x: count, y: took[0] / 1_000 })),
    })),
    head: ['SDK', 'events', 'until all arrived', 'the call that starts it', 'heap'],
    table: measured.flatMap(({ id, name, waiting = [] }) =>
      waiting.map(({ count, took, start, heap }) => [
        `\`${name}\``,
        short(count),
        cell(inSeconds(took), 's'),
        ...(id === 'bare' ? ['', ''] : [cell(start, 'ms'), cell(heap, 'kB')]),
      ]),
    ),
    why: 'Each event is taken from the device before and its end is written there after, which the bare loop has nothing of.',
  };
}
