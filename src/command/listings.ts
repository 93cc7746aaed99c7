import type { Admin, CallOptions } from '../admin/index.js';
import { operations } from './operations/operations.js';
import { refuse } from './usage.js';

/** What a listing is asked for. */
export interface ListingQuery {
  connect: () => Admin;
  /** The list whose users to list. */
  list: number | undefined;
  /** The catalog whose items to list. */
  catalog: string | undefined;
  how: CallOptions;
}

/** Something that can be listed. */
export interface Listing {
  /** The fields that a table shows. */
  columns: string[];
  rows(query: ListingQuery): AsyncIterable<object> | Iterable<object>;
}

/** A listing of rows that come page by page, or all at once. */
const listing = (
  columns: string,
  rows: (admin: Admin, query: ListingQuery) => AsyncIterable<object>,
): Listing => ({ columns: columns.split(' '), rows: (query) => rows(query.connect(), query) });

/** The rows of an answer that holds all of them. */
async function* once<Answer>(
  answer: Promise<Answer>,
  rowsOf: (answer: Answer) => readonly object[] = () => [],
) {
  yield* rowsOf(await answer);
}

/** Whatever can be listed, by its name on the command line. */
export const listings = {
  campaigns: listing('id name type campaignState messageMedium', ({ campaigns }, { how }) =>
    campaigns.list.all(undefined, how),
  ),
  catalogs: listing('name', ({ catalogs }, { how }) => catalogs.list.all(undefined, how)),
  channels: listing('id name channelType messageMedium', ({ channels }, { how }) =>
    once(channels.list(undefined, how), (answer) => answer.channels),
  ),
  exports: listing('id dataTypeName jobState bytesExported scheduledStartTime', ({ exports }, { how }) =>
    once(exports.listJobs(undefined, how), ({ jobs = [] }) => jobs),
  ),
  items: listing('itemId size lastModified value', ({ catalogs }, { catalog, how }) =>
    catalogs.items.list.all({ catalogName: catalog ?? refuse('`list items` needs `--catalog NAME`') }, how),
  ),
  journeys: listing('id name enabled journeyType', ({ journeys }, { how }) =>
    journeys.list.all(undefined, how),
  ),
  lists: listing('id name listType description', ({ lists }, { how }) =>
    once(lists.list(undefined, how), (answer) => answer.lists),
  ),
  'message-types': listing('id name channelId subscriptionPolicy', ({ messageTypes }, { how }) =>
    once(messageTypes.list(undefined, how), (answer) => answer.messageTypes),
  ),
  operations: {
    columns: ['name', 'sentence', 'route'],
    rows: () => operations().map(({ name, sentence, route }) => ({ name, sentence, route })),
  },
  snippets: listing('id name description updatedAt', ({ snippets }, { how }) =>
    once(snippets.list(undefined, how), ({ snippets = [] }) => snippets),
  ),
  tables: listing('name', ({ metadata }, { how }) =>
    once(metadata.listTables(undefined, how), ({ results }) => results),
  ),
  templates: listing('templateId name messageTypeId', ({ templates }, { how }) =>
    templates.list.all(undefined, how),
  ),
  users: listing('email userId createdAt', users),
  webhooks: listing('id endpoint enabled authType', ({ webhooks }, { how }) =>
    once(webhooks.list(undefined, how), (answer) => answer.webhooks),
  ),
} satisfies Record<string, Listing>;

/** All users with their profiles, or those of a list by name alone. */
function users({ lists, exports }: Admin, { list, how }: ListingQuery): AsyncIterable<object> {
  if (list === undefined) return exports.dataJson.all({ dataTypeName: 'user', range: 'All' }, how);
  return named(lists.getUsers.all({ listId: list }, how));
}

/** Users by what a list tells of them: an email, or an id where there is none. */
async function* named(names: AsyncIterable<string>): AsyncGenerator<object> {
  for await (const name of names) yield name.includes('@') ? { email: name } : { userId: name };
}
