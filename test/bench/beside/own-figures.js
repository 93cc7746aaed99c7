import { cell, short } from './figures.js';

/** @typedef {import('./sections.js').Spread} Spread */

/**
 * How fast recorded events are safe: no other SDK tells when one is.
 *
 * @param {Record<'ours' | 'bare', Spread>} durable
 */
export function durableText({ ours, bare }) {
  const aSecond = (/** @type {Spread} */ [median]) => short(1_000_000 / median);
  return ` No other SDK tells when an event is on the device. At this machine's own speed, ours keeps ${aSecond(ours)} in a second, recorded a thousand at a time; by hand, in one bare transaction of IndexedDB with the same values, it is ${aSecond(bare)}.`;
}

/**
 * What the shop's home page is with the SDK, and without.
 *
 * @param {Record<'with' | 'without', Record<'moved' | 'blocked' | 'worked', Spread>>} shop
 */
export function shopTable(shop) {
  return {
    head: ['the shop', 'layout shift', 'blocking', 'work'],
    table: /** @type {const} */ ([
      ['with the SDK and its messages', shop.with],
      ['without any script', shop.without],
    ]).map(([name, { moved, blocked, worked }]) => [
      name,
      moved[0].toFixed(4),
      cell(blocked, 'ms'),
      cell(worked, 'ms'),
    ]),
  };
}
