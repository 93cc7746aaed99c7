import type {
  Admin,
  BulkCatalogItem,
  BulkOptions,
  BulkReport,
  NewEvent,
  OpenSource,
  UserUpdateInBatch,
} from '../../admin/index.js';
import { CATALOG_ITEM, EVENT, USER, type ItemShape } from '../../admin/bulk/item-shapes.js';
import type { ValueType } from './mapping.js';
import { refuse } from '../usage.js';

/** What goes along with every item of an import. */
export interface ImportTarget {
  /** The list that users are put on. */
  list: number | undefined;
  /** The catalog of items. */
  catalog: string | undefined;
  /** What events are named that have no name of their own. */
  event: string | undefined;
}

/** Something that can be imported. */
export interface ImportType {
  /** The fields of an item itself, and what their values are. */
  fields: Readonly<Record<string, ValueType>>;
  /** The field that holds all others. */
  rest: string;
  /** What an item may hold. */
  shape: ItemShape;
  /** An item needs one of these. */
  names: readonly string[];
  /** What every item has that does not say otherwise. */
  given(target: ImportTarget): object;
  send(admin: Admin, source: ImportSource, work: ImportWork): Promise<BulkReport<object>>;
}

/** The items of an import, or what opens them at a place. */
export type ImportSource = AsyncIterable<object> | OpenSource<object>;

/** How the items of an import are sent. */
export interface ImportWork {
  target: ImportTarget;
  options: BulkOptions<object>;
}

const users: ImportType = {
  fields: { email: 'text', userId: 'text' },
  rest: 'dataFields',
  shape: USER,
  names: ['email', 'userId'],
  given: () => ({}),
  send(admin, source, { target: { list }, options }) {
    const people = source as OpenSource<UserUpdateInBatch>;
    const how = options as BulkOptions<UserUpdateInBatch>;
    return list === undefined
      ? admin.bulk.updateUsers(people, how)
      : admin.bulk.subscribe(people, { ...how, listId: list });
  },
};

const events: ImportType = {
  fields: {
    ...users.fields,
    eventName: 'text',
    id: 'text',
    createdAt: 'seconds',
    campaignId: 'number',
    templateId: 'number',
  },
  rest: 'dataFields',
  shape: EVENT,
  names: users.names,
  given: ({ event }) => (event === undefined ? {} : { eventName: event }),
  send: (admin, source, { options }) => admin.bulk.trackEvents(source as OpenSource<NewEvent>, options),
};

const items: ImportType = {
  fields: { itemId: 'text' },
  rest: 'value',
  shape: CATALOG_ITEM,
  names: ['itemId'],
  given: () => ({}),
  send(admin, source, { target: { catalog }, options }) {
    const catalogName = catalog ?? refuse('`import items` needs `--catalog NAME`');
    const how = options as BulkOptions<BulkCatalogItem>;
    return admin.bulk.uploadCatalogItems(source as OpenSource<BulkCatalogItem>, { ...how, catalogName });
  },
};

/** Whatever can be imported, by its name on the command line. */
export const importTypes = { users, events, items };
