/** @typedef {import('./sections.js').Section} Section */

/** The columns in which more is better. */
const MORE = ['arrived', 'calls a second'];
/** Those that measure nothing. */
const WORDS = ['version', 'events'];

/** A cell that holds a figure, its unit, and its range. */
const FIGURE = /^([\d.,]+)( \S+)?( \(.+\))?$/;

/** What stands beside the SDKs, and is none. */
const BARE = 'bare fetch';

/**
 * Says which places of a chart are ours among the SDKs, and why we are not first, there and in each column of the table.
 *
 * @param {Section} section
 */
export function whereWeStand(section) {
  const { bars, why, reasons = {} } = section;
  const isFirst = bars.every(({ isOurs, value }) => !isOurs || value === bars[0]?.value);
  const sdks = bars.filter(({ name }) => name !== BARE);
  const places = sdks.flatMap(({ isOurs }, index) => (isOurs ? [index + 1] : []));
  const place =
    places.length < sdks.length ? `Of ${sdks.length}, we are number ${places.join(' and ')}. ` : '';
  const others = behindIn(section).flatMap((column) => {
    const reason = reasons[column];
    return reason ? [`- Not first in _${column}_: ${reason}`] : [];
  });
  return [isFirst ? '' : place + why, others.join('\n')]
    .filter((part) => part)
    .map((part) => `${part}\n\n`)
    .join('');
}

/**
 * The columns of a section's tables in which another SDK is better than ours by every way.
 *
 * @param {Pick<Section, 'head' | 'table' | 'also'>} section
 * @returns {string[]}
 */
export function behindIn({ head, table, also = [] }) {
  const behind = head.filter((column, index) => {
    if (!index || WORDS.includes(column)) return false;
    const figures = table.flatMap((cells) => {
      const [, figure] = FIGURE.exec(cells[index] ?? '') ?? [];
      const name = cells[0] ?? '';
      if (!figure || name === `\`${BARE}\``) return [];
      return [{ isOurs: /^`tidings/.test(name), figure: Number(figure.replaceAll(',', '')) }];
    });
    if (!figures.some(({ isOurs }) => isOurs)) return false;
    const best = (MORE.includes(column) ? Math.max : Math.min)(...figures.map(({ figure }) => figure));
    return !figures.some(({ isOurs, figure }) => isOurs && figure === best);
  });
  return [...behind, ...also.flatMap(behindIn)];
}
