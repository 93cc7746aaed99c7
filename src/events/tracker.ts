import type { CommerceItem } from '../api/models/commerce.js';
import type { Route } from '../api/address.js';
import type { DataFields } from '../api/models/data-fields.js';
import type { SubscriptionsChange, UserRef } from '../api/models/user.js';
import type { Visitor } from '../identity/visitor.js';
import { isObject } from '../lib/is-object.js';
import { isText } from '../lib/text.js';
import { must } from '../lib/must.js';
import { randomId } from '../lib/random-id.js';
import { checkedEvent, checkedFields } from './checked-event.js';
import type { Recorded, TrackedEvent } from './event.js';

/** Custom events by name, with the data of each. */
export type Events = Record<string, object | undefined>;

/** Custom events by name, also as an interface declares them. */
export type EventsOf<Own> = Record<keyof Own, object | undefined>;

/** What can be said of an event besides what happened. */
export interface EventDetails {
  /** The same id again updates the event; at most 512 bytes. Default: a random one. */
  id?: string;
  /** The campaign it is credited to. */
  campaignId?: number;
  /** The template it is credited to. */
  templateId?: number;
  /** When it happened: a date, or in seconds since the epoch. Default: now. */
  createdAt?: Date | number;
}

/** What can be said of a custom event besides its name and data. */
export interface CustomDetails extends EventDetails {
  /** Whether fields that the project does not know are created, or dropped. Default: as the project is set. */
  createNewFields?: boolean;
}

/** What `track` takes after the name of an event: its data, unless the event needs none, and details. */
export type Saying<Data> = [Extract<object | undefined, Data>] extends [never]
  ? [data: Data, details?: CustomDetails]
  : [data?: Data, details?: CustomDetails];

/** What was bought. */
export interface NewPurchase extends EventDetails {
  items: CommerceItem[];
  total: number;
  /** Fields of your own. */
  dataFields?: object;
}

/** How new values are written into a profile. */
export interface ProfileOptions {
  /** Merge objects into those the profile has, instead of replacing them. Default: `false`. */
  mergeNestedObjects?: boolean;
  /** Create a user whose id the service does not know. Default: `false`. */
  create?: boolean;
}

/** Where events go, and whose they are. */
export interface TrackerOptions {
  record: (event: TrackedEvent) => Promise<void>;
  visitor: Pick<Visitor, 'user'>;
  /** May change an event, or leave it out by giving nothing. */
  beforeRecord: (event: TrackedEvent) => TrackedEvent | null | undefined;
  /** Hears the id of an event before its call gives a promise. */
  onBegun: (id: string) => void;
  now: () => number;
}

/** Turns what the page says into events of the current user; what is unusable is refused and not recorded. */
export interface Tracker {
  track(name: string, data?: object, details?: CustomDetails): Promise<void>;
  updateCart(items: CommerceItem[]): Promise<void>;
  purchase(purchase: NewPurchase): Promise<void>;
  updateUser(dataFields: object, options?: ProfileOptions): Promise<void>;
  updateSubscriptions(change: SubscriptionsChange): Promise<void>;
  /** Records what a message was used for by the user it was for. */
  message(route: Route, body: object, user: UserRef): Promise<void>;
}

/** What an event says, before it is known whose it is; what was not said is left out of the copy. */
type Said<Event = TrackedEvent> = Event extends Recorded
  ? { [Name in Exclude<keyof Event, keyof Recorded>]: Event[Name] | undefined }
  : never;

/** Makes a tracker that checks what it is told before anything is recorded. */
export function createTracker(options: TrackerOptions): Tracker {
  const { record, visitor, beforeRecord, onBegun, now } = options;

  /** Copies, so that what waits does not change under the page's hands. */
  async function keep(said: Said, id = randomId(), user = visitor.user): Promise<void> {
    onBegun(id);
    const event = beforeRecord(checkedEvent({ ...said, id, user, recordedAt: now() } as TrackedEvent));
    if (event) await record(event);
  }

  return {
    async track(name, data, { createNewFields, ...details } = {}) {
      must(isText(name), '`name` must be a text');
      const said = { name, dataFields: data as DataFields, createNewFields, ...circumstances(details) };
      await keep({ kind: 'custom', ...said }, idOf(details));
    },
    async updateCart(items) {
      await keep({ kind: 'cart', items: checkedItems(items) });
    },
    async purchase({ items, total, dataFields, ...details } = {} as NewPurchase) {
      must(Number.isFinite(total), '`total` must be a number');
      must(/^[a-z\d-]*$/i.test(details.id ?? ''), '`id` must be of letters, digits and hyphens');
      const own = dataFields === undefined ? dataFields : checkedFields(dataFields);
      const bought = { items: checkedItems(items), total, dataFields: own, ...circumstances(details) };
      await keep({ kind: 'purchase', ...bought }, idOf(details));
    },
    async updateUser(dataFields, { mergeNestedObjects, create } = {}) {
      await keep({ kind: 'profile', dataFields: checkedFields(dataFields), mergeNestedObjects, create });
    },
    async updateSubscriptions(change) {
      must(isObject(change), 'The change must be an object');
      await keep({ kind: 'subscriptions', change });
    },
    message: (route, body, user) =>
      keep({ kind: 'message', route, body: body as DataFields }, randomId(), user),
  };
}

function idOf({ id }: EventDetails): string | undefined {
  const isUsable = id === undefined || (isText(id) && new TextEncoder().encode(id).length <= 512);
  must(isUsable, '`id` must be a text of at most 512 bytes');
  return id;
}

function circumstances({ campaignId, templateId, createdAt }: EventDetails) {
  for (const id of [campaignId, templateId]) {
    must(id === undefined || Number.isInteger(id), '`campaignId` and `templateId` must be whole numbers');
  }
  const seconds = createdAt instanceof Date ? createdAt.getTime() / 1000 : createdAt;
  // What is larger is in milliseconds.
  const isUsable = seconds === undefined || (seconds >= 0 && seconds < 1e11);
  must(isUsable, '`createdAt` must be a date, or in seconds since the epoch');
  return { campaignId, templateId, createdAt: seconds && Math.floor(seconds) };
}

function checkedItems(items: CommerceItem[]): CommerceItem[] {
  const isItem = (item: Partial<CommerceItem> | null) =>
    isText(item?.id) && isText(item.name) && Number.isFinite(item.price) && Number.isFinite(item.quantity);
  must(
    Array.isArray(items) && items.every(isItem),
    '`items` must be a list of `{ id, name, price, quantity }`: two texts, two numbers',
  );
  return items;
}
