import { element, fill, jsonElement, timeElement } from './dom.js';
import { known } from './live.js';
import { framed } from './framed.js';
import { nameOf } from './people.js';
import { eventRow, unfolding } from './rows.js';
import { get } from './service.js';

/** @typedef {import('../views.js').PersonView} Found */

/**
 * All that is known of someone.
 *
 * @param {string} id
 * @returns {Promise<import('./main.js').View>}
 */
export async function personView(id) {
  const found = /** @type {Found} */ (await get(`people/${encodeURIComponent(id)}`));
  const content = element('div', { className: 'columns' });
  fill(content, profile(found), happened(found));
  return { title: nameOf(found.person), content };
}

/** @param {Found} found */
function profile({ person, lists }) {
  const { id, email, userId, createdAt, dataFields, devices, browserTokens } = person;
  const names = Object.entries(dataFields).sort(([a], [b]) => (a < b ? -1 : 1));
  return element(
    'section',
    { 'aria-label': 'Profile' },
    element('h2', {}, 'Profile'),
    element(
      'dl',
      {},
      ...pair('Email', email),
      ...pair('User id', userId),
      ...pair('Number', id),
      ...pair('Since', timeElement(createdAt, known.now)),
      ...pair('Lists', lists.map(({ name }) => name).join(', ')),
      ...pair('Devices', devices.map(({ platform }) => platform).join(', ')),
      ...pair('Browsers', browserTokens.length),
      ...pair('Channels off', person.unsubscribedChannelIds.join(', ')),
      ...pair('Types off', person.unsubscribedMessageTypeIds.join(', ')),
    ),
    element('h2', {}, 'Fields'),
    names.length
      ? element('dl', {}, ...names.flatMap(([name, value]) => pair(name, valueOf(value))))
      : element('p', { className: 'empty' }, 'None yet.'),
    element('p', {}, element('a', { href: `#send/${id}`, className: 'button' }, 'Send a message')),
  );
}

/** @param {unknown} value */
function valueOf(value) {
  return typeof value === 'object' && value !== null ? jsonElement(value) : String(value);
}

/**
 * @param {string} name
 * @param {import('./dom.js').Child} value
 */
function pair(name, value) {
  if (value === undefined || value === '' || value === 0) return [];
  return [element('dt', {}, name), element('dd', {}, value)];
}

/** @param {Found} found */
function happened({ messages, events }) {
  return element(
    'section',
    { 'aria-label': 'Messages and events' },
    element('h2', {}, `Messages (${messages.length})`),
    messages.length
      ? element('ol', { className: 'rows' }, ...messages.map(messageRow))
      : element('p', { className: 'empty' }, 'None yet.'),
    element('h2', {}, `Events (${events.length})`),
    events.length
      ? element('ol', { className: 'rows' }, ...events.map((event) => eventRow(event, { withPerson: false })))
      : element('p', { className: 'empty' }, 'None yet.'),
  );
}

/** @param {Found['messages'][number]} message */
function messageRow({ messageId, medium, createdAt, campaignName, content, isRead, isConsumed }) {
  const { subject, title, message } = content;
  const words = [subject ?? title ?? message].find((text) => typeof text === 'string');
  const kind = medium.replace('InApp', 'in-app').toLowerCase();
  return unfolding(
    [
      timeElement(createdAt, known.now),
      element('span', { className: `badge ${kind}` }, medium),
      element('span', { className: 'summary' }, words ?? campaignName ?? messageId),
    ],
    () => [
      framed(`messages/${messageId}/page`, 'The message as its reader sees it'),
      jsonElement(withoutHtml(content)),
    ],
    isConsumed ? 'consumed' : isRead ? 'read' : undefined,
  );
}

/** @param {Record<string, unknown>} content */
function withoutHtml(content) {
  return Object.fromEntries(Object.entries(content).filter(([name]) => name !== 'html'));
}
