/** @typedef {import('./sections.js').Section} Section */

/** The columns in which more is better. */
const MORE = ['arrived', 'calls a second'];
/** Those that measure nothing. */
const WORDS = ['version', 'events'];

/** What stands beside the SDKs, and is none. */
const BARE = 'bare fetch';

/**
 * Says which places of a chart are ours among the SDKs, and why we are not first, there and in each column of the table.
 *
 * @param {Section} section
 */
export function whereWeStand({ bars, why, reasons = {}, head, table }) {
  const isFirst = bars.every(({ isOurs, value }) => !isOurs || value === bars[0]?.value);
  const sdks = bars.filter(({ name }) => name !== BARE);
  const places = sdks.flatMap(({ isOurs }, index) => (isOurs ? [index + 1] : []));
  const place =
    places.length < sdks.length ? `Of ${sdks.length}, we are number ${places.join(' and ')}. ` : '';
  const others = behindIn({ head, table }).flatMap((column) => {
    const reason = reasons[column];
    return reason ? [`- Not first in _${column}_: ${reason}`] : [];
  });
  return [isFirst ? '' : place + why, others.join('\n')]
    .filter((part) => part)
    .map((part) => `${part}\n\n`)
    .join('');
}

/**
 * The columns of a table in which another SDK is better than ours by every way.
 *
 * @param {Pick<Section, 'head' | 'table'>} what
 */
export function behindIn({ head, table }) {
  return head.filter((column, index) => {
    if (!index || WORDS.includes(column)) return false;
    const figures = table.flatMap((cells) => {
      const [name = '', figure] = [cells[0], Number.parseFloat((cells[index] ?? '').replaceAll(',', ''))];
      return Number.isNaN(figure) || name === `\`${BARE}\``
        ? []
        : [{ isOurs: /^`tidings/.test(name), figure }];
    });
    if (!figures.some(({ isOurs }) => isOurs)) return false;
    const best = (MORE.includes(column) ? Math.max : Math.min)(...figures.map(({ figure }) => figure));
    return !figures.some(({ isOurs, figure }) => isOurs && figure === best);
  });
}
