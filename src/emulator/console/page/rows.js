import { element, fill, jsonElement, timeElement } from './dom.js';
import { againElement } from './again.js';
import { known } from './live.js';

/** @typedef {import('./live.js').LiveEvent} LiveEvent */
/** @typedef {import('./live.js').LiveRequest} LiveRequest */

/** Which colour a kind of event has. */
const families = /** @type {[RegExp, string][]} */ ([
  [/Skip$|Bounce$|Complaint$|UnSubscribe$|Uninstall$/, 'bad'],
  [/^purchase|^cart/, 'good'],
  [/^custom/, 'plain'],
  [/^email/, 'email'],
  [/^(inApp|inbox)/, 'in-app'],
  [/^embedded/, 'embedded'],
  [/^(push|webPush|sms|rcs|chatApp)/, 'push'],
]);

/** @param {{ type: string }} event */
export function familyOf({ type }) {
  return families.find(([pattern]) => pattern.test(type))?.[1] ?? 'plain';
}

/**
 * What an event says in a few words.
 *
 * @param {Pick<LiveEvent, 'fields'>} event
 */
export function summaryOf({ fields }) {
  const { eventName, total, name, sku, query, reason, campaignId } = fields;
  const words = [
    eventName,
    name ?? sku ?? query,
    typeof total === 'number' ? `total ${total.toFixed(2)}` : undefined,
    reason,
    eventName || total || typeof campaignId !== 'number' ? undefined : `campaign ${campaignId}`,
  ];
  return words
    .filter((word) => word !== undefined)
    .map(String)
    .join(' · ');
}

/**
 * A word with a colour.
 *
 * @param {string | number} word
 * @param {string} [kind]
 */
export function badge(word, kind = 'plain') {
  return element('span', { className: `badge ${kind}` }, word);
}

/**
 * An event as a row that unfolds.
 *
 * @param {Pick<LiveEvent, 'breaks' | 'createdAt' | 'email' | 'fields' | 'personId' | 'type' | 'userId'>} event
 * @param {{ withPerson?: boolean }} [options]
 */
export function eventRow(event, { withPerson = true } = {}) {
  const { breaks = [], createdAt, email, fields, personId, type, userId } = event;
  const who = element(
    'a',
    { href: `#people/${personId}`, className: 'who' },
    email ?? userId ?? `person ${personId}`,
  );
  return unfolding(
    [
      timeElement(createdAt, known.now),
      badge(type, familyOf(event)),
      element('span', { className: 'summary' }, summaryOf(event)),
      breaks.length > 0 && badge('breaks the plan', 'warn'),
    ],
    () => [
      withPerson && element('p', {}, 'Of ', who),
      ...breaks.map((reason) => element('p', { className: 'breaks' }, reason)),
      jsonElement(fields, 'Fields of the event'),
    ],
    withPerson ? (email ?? userId) : undefined,
  );
}

/**
 * A request and its answer as a row that unfolds.
 *
 * @param {LiveRequest} request
 */
export function requestRow(request) {
  const { at, route, url, status, fault, apiKey, tokenUser, body, answer, events = [] } = request;
  const kind = status === undefined ? 'bad' : status < 300 ? 'good' : status < 500 ? 'warn' : 'bad';
  return unfolding(
    [
      timeElement(at, known.now),
      badge(status ?? 'none', kind),
      element('span', { className: 'summary' }, route),
    ],
    () => [
      element('p', {}, element('code', {}, url)),
      element(
        'p',
        {},
        `Key: ${apiKey ?? 'none'}${tokenUser ? ` · token of ${tokenUser.email ?? tokenUser.userId}` : ''}`,
      ),
      personOf(request),
      events.length > 0 && element('p', {}, 'Recorded ', ...madeLinks(events)),
      againElement(request),
      element('h2', { className: 'part' }, 'Request'),
      body === undefined ? element('p', {}, 'No body.') : jsonElement(body, 'Body of the request'),
      element('h2', { className: 'part' }, 'Answer'),
      answer === undefined
        ? element('p', {}, status === undefined ? 'None.' : 'No text.')
        : jsonElement(answer, 'Body of the answer'),
    ],
    fault && `fault: ${fault}`,
  );
}

/**
 * A link to whom a request is about.
 *
 * @param {LiveRequest} request
 */
function personOf({ tokenUser, body, events }) {
  const named = /** @type {Record<string, unknown>} */ (Object(body));
  const inner = /** @type {Record<string, unknown>} */ (Object(named['user']));
  const names = [named['email'], named['userId'], named['recipientEmail'], inner['email'], inner['userId']];
  const stated = names.find((name) => typeof name === 'string') ?? tokenUser?.email ?? tokenUser?.userId;
  const who = stated ?? (events?.length === 1 ? events[0]?.personId : undefined);
  if (who === undefined) return undefined;
  const href = `#people/${encodeURIComponent(String(who))}`;
  return element('p', {}, 'About ', element('a', { href, className: 'who' }, String(who)));
}

/** @param {NonNullable<LiveRequest['events']>} events */
function madeLinks(events) {
  return events.flatMap(({ id, type }, index) => [
    index > 0 && ', ',
    element('a', { href: `#timeline/${encodeURIComponent(id)}` }, type),
  ]);
}

/**
 * A row that shows more once it is opened; what it shows is made then.
 *
 * @param {import('./dom.js').Child[]} head
 * @param {() => import('./dom.js').Child[]} body
 * @param {string} [aside]
 */
export function unfolding(head, body, aside) {
  const content = element('div', { className: 'unfolded' });
  const details = element(
    'details',
    {},
    element('summary', {}, ...head, aside && element('span', { className: 'aside' }, aside)),
    content,
  );
  details.addEventListener('toggle', () => {
    if (details.open && !content.hasChildNodes()) fill(content, ...body());
  });
  return element('li', {}, details);
}
