import type { CampaignRow, MessageRow, TemplateRow } from '../state/project.js';
import type { ChannelRow, ListRow, MessageTypeRow } from '../state/subscribable.js';
import type { Inspection } from '../inspection.js';
import type { Person } from '../people/person.js';
import { actsOf, type Act } from '../reactions/acts.js';
import { linksOf, trackersOf } from '../reactions/tracked-content.js';
import { without } from '../operation/without-fields.js';
import { markBy, type Mark, type Marked } from './breaks.js';
import { briefOf, briefRow } from './brief.js';

/** How many rows a page has, unless it is asked for otherwise, and at most. */
const SIZE = 50;
const MAX_SIZE = 1_000;

/** A part of many rows. */
export interface View<Row> {
  rows: Row[];
  total: number;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** How many messages and events of one person are told. */
const MOST = 100;
/** How much of a row is searched, in characters. */
const SEARCHED = 1_000_000;
/** The fields by which a person is told from others at a glance. */
const GLANCE = ['firstName', 'lastName', 'city', 'tier', 'orderCount'];

/**
 * A page of the rows that have all words of `search`, the latest first.
 *
 * With `brief`, a field of a row has about so many characters, and what it leaves out is noted.
 */
export function viewOf<Row>(
  rows: readonly Row[],
  query: Record<string, string>,
  mark = (row: Row) => row,
): View<Row> {
  const page = pageOf(found(rows, query['search']), query);
  const view = { ...page, rows: page.rows.map(mark) };
  const length = Number(query['brief']);
  if (!(length > 0)) return view;
  return { ...view, rows: view.rows.map((row) => (row instanceof Object ? briefRow(row, length) : row)) };
}

/** A page of the people who have all words of `search` in their names or fields; with `brief`, only what tells them apart. */
export function peopleFound(people: readonly Person[], query: Record<string, string>): View<Person> {
  const view = pageOf(
    found(people, query['search'], ({ email, userId, dataFields }) => [email, userId, dataFields]),
    query,
  );
  return query['brief'] === undefined ? view : { ...view, rows: view.rows.map(glance) };
}

function glance(person: Person): Person {
  const fields = Object.entries(person.dataFields).filter(([name]) => GLANCE.includes(name));
  return { ...person, dataFields: briefOf(Object.fromEntries(fields), 500) as Person['dataFields'] };
}

/** The rows that have all words, in what is searched of them. */
function found<Row>(
  rows: readonly Row[],
  search = '',
  searched: (row: Row) => unknown = (row) => row,
): readonly Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return rows;
  return rows.filter((row) => {
    const text = JSON.stringify(briefOf(searched(row), SEARCHED)).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function pageOf<Row>(all: readonly Row[], query: Record<string, string>): View<Row> {
  const page = Math.max(1, Math.trunc(Number(query['page'])) || 1);
  const pageSize = Math.min(MAX_SIZE, Math.max(1, Math.trunc(Number(query['pageSize'])) || SIZE));
  const end = all.length - (page - 1) * pageSize;
  const rows = end > 0 ? all.slice(Math.max(0, end - pageSize), end).reverse() : [];
  return { rows, total: all.length, page, pageSize };
}

/** What someone can do with a message, and where its links lead. */
interface Answerable {
  acts: Act[];
  /** The links of the message, and what each is in the message as its reader gets it. */
  links: { url: string; address: string }[];
}

/** All that is known of someone. */
export interface PersonView {
  person: Person;
  lists: { id: number; name: string }[];
  /** The names of what they do not get any more, and of the kinds of message they asked for. */
  subscriptions: Record<'channelsOff' | 'typesOff' | 'typesOn', string[]>;
  /** The latest first; 100 at most. */
  messages: (MessageRow & Answerable & { campaignName?: string })[];
  /** The latest first; 100 at most. */
  events: Marked[];
  /** How many there are of each. */
  totals: Record<'events' | 'messages', number>;
}

/** A person as the console shows them. */
export function personView(inspect: Inspection, person: Person, mark: Mark = markBy(undefined)): PersonView {
  const { id } = person;
  const campaigns = namesOf(inspect.rows('campaigns') as CampaignRow[]);
  const about = <Row extends { personId: number; createdAt: number }>(rows: Row[]) =>
    rows.filter(({ personId }) => personId === id).sort((a, b) => b.createdAt - a.createdAt);
  const messages = about(inspect.rows('messages') as MessageRow[]);
  const events = about(inspect.events());
  return {
    person: briefRow(person, 200_000),
    lists: (inspect.rows('lists') as ListRow[])
      .filter(({ members }) => members.includes(id))
      .map(({ id: listId, name }) => ({ id: listId, name })),
    subscriptions: subscriptionsOf(inspect, person),
    messages: messages.slice(0, MOST).map((row) => {
      const campaignName = campaigns.get(row.campaignId);
      // The HTML has a page of its own.
      const content = without(row.content, 'html');
      return {
        ...briefRow({ ...row, content }),
        ...answerable(row),
        ...(campaignName !== undefined && { campaignName }),
      };
    }),
    events: events.slice(0, MOST).map((event) => briefRow(mark(event))),
    totals: { messages: messages.length, events: events.length },
  };
}

function answerable(message: MessageRow): Answerable {
  const { link } = trackersOf(message, '');
  const links = linksOf(message.content).map((url, index) => ({ url, address: link(index) }));
  return { acts: actsOf(message.medium), links: links.slice(0, MOST) };
}

function subscriptionsOf(inspect: Inspection, person: Person): PersonView['subscriptions'] {
  const channels = namesOf(inspect.rows('channels') as ChannelRow[]);
  const types = namesOf(inspect.rows('messageTypes') as MessageTypeRow[]);
  const named = (names: Map<number, string>, ids: number[]) => ids.map((id) => names.get(id) ?? String(id));
  return {
    channelsOff: named(channels, person.unsubscribedChannelIds),
    typesOff: named(types, person.unsubscribedMessageTypeIds),
    typesOn: named(types, person.subscribedMessageTypeIds),
  };
}

function namesOf(rows: { id: number; name: string }[]): Map<number, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A place of pages where embedded messages go. */
export interface PlacementView {
  placementId: number;
  /** The names of the templates that lead there. */
  templates: string[];
  /** How many messages were sent there. */
  messages: number;
}

/** Every placement that a template or a message names, by number. */
export function placementsOf(inspect: Inspection): PlacementView[] {
  const places = new Map<number, PlacementView>();
  function placeOf({ placementId }: { placementId?: unknown }): PlacementView | undefined {
    if (typeof placementId !== 'number') return undefined;
    const place = places.get(placementId) ?? { placementId, templates: [], messages: 0 };
    places.set(placementId, place);
    return place;
  }

  for (const { name, channel, content } of inspect.rows('templates') as TemplateRow[]) {
    const named = channel === 'embedded' ? placeOf(content[''] ?? {})?.templates : undefined;
    if (named && !named.includes(name)) named.push(name);
  }
  for (const { medium, content } of inspect.rows('messages') as MessageRow[]) {
    const place = medium === 'Embedded' ? placeOf(content) : undefined;
    if (place) place.messages += 1;
  }
  return [...places.values()].sort((a, b) => a.placementId - b.placementId);
}
