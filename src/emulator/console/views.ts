import type { CampaignRow, ListRow, MessageRow } from '../content.js';
import type { Inspection } from '../inspection.js';
import type { Person } from '../people/people.js';
import type { EventRecord } from '../people/records.js';
import { Refusal } from '../refusal.js';

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

/** A page of rows, the latest first. */
export function viewOf<Row>(all: readonly Row[], query: Record<string, string>): View<Row> {
  const page = Math.max(1, Math.trunc(Number(query['page'])) || 1);
  const pageSize = Math.min(MAX_SIZE, Math.max(1, Math.trunc(Number(query['pageSize'])) || SIZE));
  const end = all.length - (page - 1) * pageSize;
  const rows = end > 0 ? all.slice(Math.max(0, end - pageSize), end).reverse() : [];
  return { rows, total: all.length, page, pageSize };
}

/** The people who have all words of `search` in their names or fields. */
export function peopleFound(people: readonly Person[], query: Record<string, string>): View<Person> {
  const words = (query['search'] ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ email = '', userId = '', dataFields }: Person) => {
    const text = `${email} ${userId} ${JSON.stringify(dataFields)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return viewOf(words.length ? people.filter(has) : people, query);
}

/** All that is known of someone. */
export interface PersonView {
  person: Person;
  lists: { id: number; name: string }[];
  /** The latest first; 100 at most. */
  messages: (MessageRow & { campaignName?: string })[];
  /** The latest first; 100 at most. */
  events: EventRecord[];
}

/** A person as the console shows them. */
export function personView(inspect: Inspection, id: number): PersonView {
  const person = inspect.people.find((one) => one.id === id);
  if (!person) throw new Refusal('NotFound', 'No person has this number');
  const campaigns = new Map((inspect.rows('campaigns') as CampaignRow[]).map((row) => [row.id, row.name]));
  const about = <Row extends { personId: number; createdAt: number }>(rows: Row[]) =>
    rows
      .filter(({ personId }) => personId === id)
      .sort((a, b) => b.createdAt - a.createdAt)
      .slice(0, 100);
  return {
    person,
    lists: (inspect.rows('lists') as ListRow[])
      .filter(({ members }) => members.includes(id))
      .map(({ id: listId, name }) => ({ id: listId, name })),
    messages: about(inspect.rows('messages') as MessageRow[]).map((row) => {
      const campaignName = campaigns.get(row.campaignId);
      return { ...row, ...(campaignName !== undefined && { campaignName }) };
    }),
    events: about(inspect.events()),
  };
}
