import type { DataFields } from '../../api/models/data-fields.js';
import type { NewEvent } from '../../api/models/event.js';
import type {
  NewFieldsPolicy,
  SubscriptionsUpdate,
  UserRef,
  UserUpdateInBatch,
} from '../../api/models/user.js';
import type { CatalogRef } from '../operations/catalogs.js';
import type { ListSubscription, ListUnsubscription } from '../operations/lists.js';
import type { operations } from '../operations/operations.js';
import type { BatchCall } from './batch-call.js';
import type { BulkOptions, BulkReport, OpenSource, Source } from './bulk-options.js';
import { catalogItemProblem, eventProblem, itemIdProblem, userOf, userProblem } from './item-problems.js';
import { EVENT, LEAVER, SUBSCRIPTION, USER, type ItemShape } from './item-shapes.js';
import { run, type Work } from './run.js';
import { stableId } from './stable-id.js';

/** An item of a catalog, and all that it is to hold. */
export interface BulkCatalogItem {
  itemId: string;
  value: DataFields;
}

/** Does one sort of bulk work; `Given` is what goes along with every call. */
export type BulkWork<Item, Given = object> = (
  source: Source<Item> | OpenSource<Item>,
  options?: Given & BulkOptions<Item>,
) => Promise<BulkReport<Item>>;

/** The same, where something must go along with every call. */
export type BulkWorkWith<Item, Given> = (
  source: Source<Item> | OpenSource<Item>,
  options: Given & BulkOptions<Item>,
) => Promise<BulkReport<Item>>;

/** Work on any number of items. */
export interface Bulk {
  /** Creates or updates users. */
  updateUsers: BulkWork<UserUpdateInBatch, NewFieldsPolicy>;
  /** Records events; those without an id get one, so that a repeat updates them. */
  trackEvents: BulkWork<NewEvent>;
  /** Puts users on a list. */
  subscribe: BulkWorkWith<UserUpdateInBatch, Omit<ListSubscription, 'subscribers'>>;
  /** Takes users off a list. */
  unsubscribe: BulkWorkWith<UserRef, Omit<ListUnsubscription, 'subscribers'>>;
  /** Replaces what users are subscribed to. */
  updateSubscriptions: BulkWork<SubscriptionsUpdate>;
  /** Writes items into a catalog; fields that are not sent are removed, unless told otherwise. */
  uploadCatalogItems: BulkWorkWith<BulkCatalogItem, CatalogRef & { replaceUploadedFieldsOnly?: boolean }>;
  /** Deletes items of a catalog, by their ids. */
  deleteCatalogItems: BulkWorkWith<string, CatalogRef>;
}

type Operations = ReturnType<typeof operations>;

/** The most bytes of a catalog's item (Limits of the service). */
const ITEM_BYTES = 30_000;

/** Makes bulk work out of the operations that take many at once. */
export function createBulk(
  { users, events, lists, catalogs }: Operations,
  when: Pick<Work<unknown>, 'now' | 'service' | 'onResume' | 'progress'>,
): Bulk {
  const work = <Item>(
    call: BatchCall<Item>,
    source: Source<Item> | OpenSource<Item>,
    options: BulkOptions<Item> = {},
  ) => run({ call, source, options, ...when });

  return {
    updateUsers(source, options) {
      const policy = given(options, 'createNewFields');
      const call = ofUsers<UserUpdateInBatch>(USER, {
        operation: 'POST /api/users/bulkUpdate',
        given: policy,
        send: (items, how) => users.bulkUpdate({ ...policy, users: items }, how),
      });
      return work(call, source, options);
    },
    trackEvents(source, options) {
      const call = ofUsers<NewEvent>(EVENT, {
        operation: 'POST /api/events/trackBulk',
        given: {},
        send: (items, how) => events.trackBulk({ events: items }, how),
      });
      return work({ ...call, problemOf: eventProblem, prepare: withId }, source, options);
    },
    subscribe(source, options) {
      const list = given(options, 'listId', 'updateExistingUsersOnly');
      const call = ofUsers<UserUpdateInBatch>(USER, {
        operation: 'POST /api/lists/subscribe',
        given: list,
        send: (items, how) => lists.subscribe({ ...list, subscribers: items }, how),
      });
      return work(call, source, options);
    },
    unsubscribe(source, options) {
      const list = given(options, 'listId', 'campaignId', 'channelUnsubscribe');
      const call = ofUsers<UserRef>(LEAVER, {
        operation: 'POST /api/lists/unsubscribe',
        given: list,
        send: (items, how) => lists.unsubscribe({ ...list, subscribers: items }, how),
      });
      return work(call, source, options);
    },
    updateSubscriptions(source, options) {
      const call = ofUsers<SubscriptionsUpdate>(SUBSCRIPTION, {
        operation: 'POST /api/users/bulkUpdateSubscriptions',
        given: {},
        send: (items, how) => users.bulkUpdateSubscriptions({ updateSubscriptionsRequests: items }, how),
      });
      return work(call, source, options);
    },
    uploadCatalogItems: (source, options) => work(uploads(catalogs, options), source, options),
    deleteCatalogItems: (source, options) => work(deletions(catalogs, options), source, options),
  };
}

function ofUsers<Item extends UserRef>(
  shape: ItemShape,
  call: Pick<BatchCall<Item>, 'operation' | 'given' | 'send'>,
): BatchCall<Item> {
  const problemOf = (item: Item) => userProblem(item, shape);
  return { ...call, problemOf, subjectOf: userOf, textOf: JSON.stringify };
}

function uploads(
  { items: catalogItems }: Operations['catalogs'],
  options: CatalogRef & { replaceUploadedFieldsOnly?: boolean },
): BatchCall<BulkCatalogItem> {
  const { catalogName, replaceUploadedFieldsOnly = false } = options;
  return {
    operation: 'POST /api/catalogs/{catalogName}/items',
    given: { catalogName, replaceUploadedFieldsOnly },
    problemOf: catalogItemProblem,
    subjectOf: ({ itemId }) => itemId,
    textOf: ({ itemId, value }) => `"${itemId}":${JSON.stringify(value)}`,
    itemBytes: ITEM_BYTES,
    mayRepeat: false,
    isCounted: false,
    send(items, how) {
      const documents = Object.fromEntries(items.map(({ itemId, value }) => [itemId, value]));
      return catalogItems.upload({ catalogName, replaceUploadedFieldsOnly, documents }, how);
    },
  };
}

function deletions(
  { items: catalogItems }: Operations['catalogs'],
  { catalogName }: CatalogRef,
): BatchCall<string> {
  return {
    operation: 'DELETE /api/catalogs/{catalogName}/items',
    given: { catalogName },
    problemOf: itemIdProblem,
    subjectOf: (itemId) => itemId,
    textOf: JSON.stringify,
    isCounted: false,
    send: (itemIds, how) => catalogItems.deleteMany({ catalogName, itemIds }, how),
  };
}

async function withId(event: NewEvent, place: { index: number; seed: string }): Promise<NewEvent> {
  return event.id === undefined ? { ...event, id: await stableId(event, place) } : event;
}

/** The fields of options that go along with every call. */
function given<Options extends object, Name extends keyof Options>(
  options: Options | undefined,
  ...names: Name[]
): Pick<Options, Name> {
  const pairs = names.flatMap((name) =>
    options?.[name] === undefined ? [] : [[name, options[name]] as const],
  );
  return Object.fromEntries(pairs) as Pick<Options, Name>;
}
