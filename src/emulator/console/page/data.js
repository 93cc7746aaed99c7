import { element, facts, fill, jsonElement, numeral } from './dom.js';
import { countOf, findPeople, nameOf } from './people.js';
import { badge, unfolding } from './rows.js';
import { get } from './service.js';
import { tablesView } from './tables.js';

/** @typedef {import('../../state/subscribable.js').ChannelRow} Channel */
/** @typedef {import('../../state/subscribable.js').ListRow} List */
/** @typedef {import('../../state/subscribable.js').MessageTypeRow} MessageType */
/** @typedef {import('../../catalogs/catalog-rows.js').CatalogRow} Catalog */
/** @typedef {import('../../catalogs/catalog-rows.js').CatalogItemRow} Item */
/** @typedef {import('../../messages/webhook-rows.js').WebhookRow} Webhook */

/** How many members of a list or items of a catalog are shown. */
const SHOWN = 100;

/** What people are sorted by and subscribe to, and what messages are filled from. */
export function dataView() {
  return tablesView('Lists, subscriptions and catalogs', [
    { name: 'lists', title: 'Lists', row: listRow },
    { name: 'catalogs', title: 'Catalogs', row: catalogRow },
    { name: 'messageTypes', title: 'Message types', row: messageTypeRow },
    { name: 'channels', title: 'Channels', row: channelRow },
    { name: 'webhooks', title: 'Webhooks', row: webhookRow },
  ]);
}

/** @param {List} list */
function listRow({ id, name, description, listType, members }) {
  return unfolding(
    [badge(listType), element('span', { className: 'summary' }, name)],
    () => [facts(['List', id], ['About', description]), loaded(() => membersOf(members))],
    countOf(members.length),
  );
}

/** @param {number[]} members */
async function membersOf(members) {
  const names = new Map((await findPeople('', 1_000)).rows.map((person) => [person.id, nameOf(person)]));
  const shown = members.slice(0, SHOWN);
  return [
    element(
      'ul',
      { className: 'words', 'aria-label': 'Members' },
      ...shown.map((id) =>
        element('li', {}, element('a', { href: `#people/${id}` }, names.get(id) ?? `Person ${id}`)),
      ),
    ),
    noteOf(shown.length, members.length),
  ];
}

/** @param {Catalog} catalog */
function catalogRow({ id, name }) {
  return unfolding(
    [element('span', { className: 'summary' }, name)],
    () => [loaded(() => itemsOf(id))],
    `catalog ${id}`,
  );
}

/** @param {number} id */
async function itemsOf(id) {
  const path = `rows/${encodeURIComponent(`catalogItems ${id}`)}?pageSize=${SHOWN}&brief=2000`;
  const { rows, total } = /** @type {import('../views.js').View<Item>} */ (await get(path));
  return [
    rows.length > 0 && element('ol', { className: 'rows', 'aria-label': 'Items' }, ...rows.map(itemRow)),
    noteOf(rows.length, total),
  ];
}

/** @param {Item} item */
function itemRow({ itemId, value }) {
  const { name } = value;
  return unfolding(
    [element('span', { className: 'summary' }, itemId)],
    () => [jsonElement(value, 'Fields of the item')],
    typeof name === 'string' ? name : undefined,
  );
}

/** @param {MessageType} messageType */
function messageTypeRow(messageType) {
  const { id, name, subscriptionPolicy } = messageType;
  return unfolding(
    [badge(subscriptionPolicy), element('span', { className: 'summary' }, name)],
    () => [jsonElement(messageType, 'Fields of the message type')],
    `message type ${id}`,
  );
}

/** @param {Channel} channel */
function channelRow(channel) {
  const { id, name, messageMedium } = channel;
  return unfolding(
    [badge(messageMedium, messageMedium.toLowerCase()), element('span', { className: 'summary' }, name)],
    () => [jsonElement(channel, 'Fields of the channel')],
    `channel ${id}`,
  );
}

/** @param {Webhook} webhook */
function webhookRow(webhook) {
  const { endpoint, enabled, authType } = webhook;
  return unfolding(
    [
      badge(enabled ? 'On' : 'Off', enabled ? 'good' : 'plain'),
      element('span', { className: 'summary' }, endpoint),
    ],
    () => [jsonElement(webhook, 'Fields of the webhook')],
    authType,
  );
}

/**
 * @param {number} shown
 * @param {number} total
 */
function noteOf(shown, total) {
  if (total === 0) return element('p', { className: 'empty' }, 'None yet.');
  const words = shown < total ? `${shown} of ${numeral(total)}.` : `${numeral(total)} in all.`;
  return element('p', { className: 'empty' }, words);
}

/**
 * A place for what has to be asked for first.
 *
 * @param {() => Promise<import('./dom.js').Child[]>} load
 */
function loaded(load) {
  const place = element(
    'div',
    { className: 'unfolded-part' },
    element('p', { className: 'empty' }, 'Loading…'),
  );
  load().then(
    (children) => fill(place, ...children),
    (/** @type {unknown} */ error) => fill(place, element('p', { role: 'alert' }, String(error))),
  );
  return place;
}
