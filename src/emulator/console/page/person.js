import { element, facts, fill, jsonElement, numeral, timeElement } from './dom.js';
import { keyed } from './keyed.js';
import { known, refresher } from './live.js';
import { messageElement } from './message.js';
import { nameOf } from './people.js';
import { badge, eventRow, unfolding } from './rows.js';
import { get } from './service.js';

/** @typedef {import('../views.js').PersonView} Found */
/** @typedef {import('./keyed.js').Entry} Entry */

/**
 * All that is known of someone.
 *
 * @param {string} id
 * @returns {Promise<import('./main.js').View>}
 */
export async function personView(id) {
  const load = () => /** @type {Promise<Found>} */ (get(`people/${encodeURIComponent(id)}`));
  const first = await load();
  const about = profile(id);
  const messages = happened('Messages');
  const events = happened('Events');
  const content = element(
    'div',
    { className: 'columns' },
    about.content,
    element('section', { 'aria-label': 'Messages and events' }, ...messages.content, ...events.content),
  );

  /** @param {Found} found */
  function show(found) {
    about.show(found);
    messages.show(found.messages.map(messageEntry), found.totals.messages);
    events.show(found.events.map(eventEntry), found.totals.events);
  }
  show(first);
  const update = refresher(load, show);
  return { title: nameOf(first.person), content, update };
}

/** @param {string} id */
function profile(id) {
  const place = element('div');
  let shown = '';

  /** @param {Found} found */
  function show({ person, lists, subscriptions }) {
    const state = JSON.stringify([person, lists, subscriptions]);
    if (state === shown) return;
    shown = state;
    const names = Object.entries(person.dataFields).sort(([a], [b]) => (a < b ? -1 : 1));
    fill(
      place,
      element('h2', {}, 'Profile'),
      facts(
        ['Email', person.email],
        ['User id', person.userId],
        ['Number', person.id],
        ['Since', timeElement(person.createdAt, known.now)],
        ['Lists', lists.map(({ name }) => name).join(', ')],
        ['Devices', person.devices.map(({ platform }) => platform).join(', ')],
        ['Browsers', person.browserTokens.length],
        ['Channels off', subscriptions.channelsOff.join(', ')],
        ['Message types off', subscriptions.typesOff.join(', ')],
        ['Message types on', subscriptions.typesOn.join(', ')],
      ),
      element('h2', {}, 'Fields'),
      names.length
        ? facts(...names.map(([name, value]) => /** @type {const} */ ([name, valueOf(name, value)])))
        : element('p', { className: 'empty' }, 'None yet.'),
    );
  }

  const send = element('a', { href: `#send/${id}`, className: 'button' }, 'Send a message');
  const content = element(
    'section',
    { className: 'card', 'aria-label': 'Profile' },
    place,
    element('p', {}, send),
  );
  return { content, show };
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function valueOf(name, value) {
  const isLong = typeof value === 'string' && value.length > 500;
  return isLong || (typeof value === 'object' && value !== null) ? jsonElement(value, name) : String(value);
}

/** @param {string} title */
function happened(title) {
  const heading = element('h2');
  const list = element('ol', { className: 'rows', 'aria-label': title });
  const showRows = keyed(list);
  const note = element('p', { className: 'empty' });

  /**
   * @param {Entry[]} entries
   * @param {number} total
   */
  function show(entries, total) {
    heading.textContent = `${title} (${numeral(total)})`;
    showRows(entries);
    note.hidden = total > 0 && entries.length === total;
    note.textContent = total ? `The latest ${entries.length} of ${numeral(total)}.` : 'None yet.';
  }
  return { content: [heading, list, note], show };
}

/**
 * @param {Found['events'][number]} event
 * @returns {Entry}
 */
function eventEntry(event) {
  return {
    key: `${event.type} ${event.id}`,
    state: JSON.stringify(event),
    make: () => eventRow(event, { withPerson: false }),
  };
}

/**
 * @param {Found['messages'][number]} message
 * @returns {Entry}
 */
function messageEntry(message) {
  const { messageId, isRead, isConsumed } = message;
  return { key: messageId, state: `${isRead} ${isConsumed}`, make: () => messageRow(message) };
}

/** @param {Found['messages'][number]} message */
function messageRow(message) {
  const { messageId, medium, createdAt, campaignName, content, isRead, isConsumed } = message;
  const { subject, title } = content;
  const words = [subject ?? title ?? content['message']].find((text) => typeof text === 'string');
  const kind = medium.replace('InApp', 'in-app').toLowerCase();
  return unfolding(
    [
      timeElement(createdAt, known.now),
      badge(medium, kind),
      element('span', { className: 'summary' }, words ?? campaignName ?? messageId),
    ],
    () => [messageElement(message)],
    isConsumed ? 'consumed' : isRead ? 'read' : undefined,
  );
}
