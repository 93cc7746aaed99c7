import { bar, cell, sorted } from './figures.js';

/** @typedef {import('./sections.js').Row} Row */
/** @typedef {import('./sections.js').Section} Section */

const DIFFERENT =
  'The others have no such messages; the surveys of some are of another kind. `@braze/web-sdk` is told to allow HTML, as it must be for these messages, and not to load the icons of another site.';

/**
 * What the page shows of messages.
 *
 * @param {Row[]} all
 * @param {string} slow - How slow the processor is, in words.
 * @returns {Section[]}
 */
export function showingSections(all, slow) {
  return [inApp(all, slow), embedded(all, slow)];
}

/**
 * @param {Row[]} all
 * @param {string} slow
 * @returns {Section}
 */
function inApp(all, slow) {
  const rows = all.filter((row) => row.inApp);
  return {
    id: 'in-app',
    title: 'In-app messages',
    text: `From the end of the answer that brings a message until it has been painted, on ${slow}: the same 20 kB of HTML for the middle of the window, without an animation, to a visitor who was never there. It counts once its frame stands in the middle of the window, not transparent, and, where it can be looked into, with its content. Beside them is a page that does no more than fetch the HTML and put it in a sandboxed frame. Work is the page's script, style and layout by then, with the frame's, from before the SDK is evaluated. ${DIFFERENT}`,
    axis: 'ms from the answer until it is painted',
    scale: 'linear',
    bars: sorted(rows.map((row) => bar(row, row.inApp, 'ms'))),
    head: ['SDK', 'until painted', 'work of the page'],
    table: rows.map(({ name, inApp, inAppWork }) => [
      `\`${name}\``,
      cell(inApp, 'ms'),
      cell(inAppWork, 'ms'),
    ]),
    why: 'Before ours is laid out, what shows messages is loaded, which a page without any never pays for; the message and its receipt are written to the device, in IndexedDB; and tabs agree on who shows it. It then comes into sight only when its frame, which has no origin and cannot reach the page, has told how tall it is; the frames of the others are of the page’s own origin.',
    reasons: {
      'work of the page':
        'what shows messages is compiled then, and builds the message in a document of its own.',
    },
  };
}

/**
 * @param {Row[]} all
 * @param {string} slow
 * @returns {Section}
 */
function embedded(all, slow) {
  const rows = all.filter((row) => row.embedded);
  return {
    id: 'embedded',
    title: 'Embedded messages',
    text: `From the end of the answer that brings twenty messages with a title and a text until all have been painted, on ${slow}: in our \`<tidings-placement>\`, as content cards in the feed of \`@braze/web-sdk\`, and as the cards whose HTML \`@iterable/web-sdk\` gives the page. Beside them is a page that does no more than fetch and list them. Work is the page's script, style and layout by then, from before the SDK is evaluated.`,
    axis: 'ms from the answer until all are painted',
    scale: 'linear',
    bars: sorted(rows.map((row) => bar(row, row.embedded, 'ms'))),
    head: ['SDK', 'until painted', 'work of the page'],
    table: rows.map(({ name, embedded, embeddedWork }) => [
      `\`${name}\``,
      cell(embedded, 'ms'),
      cell(embeddedWork, 'ms'),
    ]),
    why: 'Each of our messages is an item of a list with its own name, and is watched from then on, so that it is told to the service when it has been seen.',
    reasons: {
      'work of the page': 'each is an item with its own name, and is watched from then on.',
    },
  };
}
