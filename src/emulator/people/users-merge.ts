import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ArrayMerge, MergeDestination, MergeSource, UserMerge } from '../../admin/operations/users.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { success } from '../operation/answers.js';
import { messagesOf } from '../state/project.js';
import { listsOf } from '../state/subscribable.js';
import { MAX_TOKENS } from './devices.js';
import { isObject } from './field-types.js';
import { operation, type Operation } from '../operation/operation.js';
import {
  checkRef,
  findPerson,
  namesOf,
  refOf,
  renamePerson,
  replacePerson,
  requirePerson,
} from './people.js';
import type { Person } from './person.js';
import { moveEntries } from '../campaigns/journeys.js';
import { moveScheduled } from '../messages/scheduled-sends.js';
import { checkFieldCount } from './profile.js';
import { eventsOf } from '../events/event-store.js';
import { Refusal } from '../operation/refusal.js';
import { oneOf } from '../operation/schemas.js';
import type { Service } from '../state/service.js';

const arrayMerge = z.object({
  field: z.string().min(1),
  dedupeBy: z.string().min(1).exactOptional(),
}) satisfies z.ZodType<ArrayMerge>;

const source = oneOf('sourceEmail', 'sourceUserId') as unknown as z.ZodType<MergeSource>;
const destination = oneOf('destinationEmail', 'destinationUserId') as unknown as z.ZodType<MergeDestination>;

const userMerge = source
  .and(destination)
  .and(z.object({ arrayMerge: z.array(arrayMerge).exactOptional() })) satisfies z.ZodType<UserMerge>;

/** The operation that makes one user of two. */
export const usersMerge = (service: Service): Operation[] => [
  operation('POST /api/users/merge', { keys: ['server'], body: userMerge }, ({ body }) => {
    merge(service, body);
    return success();
  }),
];

function merge(service: Service, body: UserMerge): void {
  const to = refOf({ email: body.destinationEmail, userId: body.destinationUserId });
  const rules = { forgottenStatus: 409 } as const;
  checkRef(service, to, rules);
  const source = refOf({ email: body.sourceEmail, userId: body.sourceUserId });
  const from = requirePerson(service, source, rules);
  const into = findPerson(service, to);
  if (into === from) throw new Refusal('BadParams', 'The source and the destination are the same user');
  // A destination the service does not know is the source's new name (decision 30).
  if (!into) renamePerson(service, from, to);
  else mergePeople(service, { from, into, arrays: body.arrayMerge ?? [] });
}

interface MergePlan {
  from: Person;
  into: Person;
  arrays: ArrayMerge[];
}

/** Moves all that is known of one person to another; where both know something, the other's stays. */
function mergePeople(service: Service, { from, into, arrays }: MergePlan): void {
  const joined = arrays.map(({ field, dedupeBy }) => [
    field,
    joinedArray(field, { kept: into.dataFields[field], added: from.dataFields[field], dedupeBy }),
  ]);
  const dataFields: DataFields = {
    ...from.dataFields,
    ...into.dataFields,
    ...(Object.fromEntries(joined.filter(([, value]) => value !== undefined)) as DataFields),
  };
  checkFieldCount(dataFields);
  into.dataFields = dataFields;
  mergeReach(into, from);
  moveHistory(service, from, into);
  replacePerson(service, from, into);
}

interface Arrays {
  kept: unknown;
  added: unknown;
  dedupeBy: string | undefined;
}

/** The items of the destination, then those of the source that it has not. */
function joinedArray(field: string, { kept, added, dedupeBy }: Arrays): unknown[] | undefined {
  if (kept === undefined && added === undefined) return undefined;
  const items = arrayOf(kept);
  const more = arrayOf(added);
  if (dedupeBy === undefined) return [...items, ...more.filter((item) => !hasEqual(items, item))];
  if (![...items, ...more].every(isObject)) {
    throw new Refusal('BadParams', `\`arrayMerge\`: \`dedupeBy\` needs \`${field}\` to hold objects only`);
  }
  const keys = (items as DataFields[]).map((item) => item[dedupeBy]).filter((key) => key !== undefined);
  return [...items, ...(more as DataFields[]).filter((item) => !hasEqual(keys, item[dedupeBy]))];
}

/** A value that is no array counts as an array of one. */
function arrayOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function hasEqual(items: readonly unknown[], item: unknown): boolean {
  return items.some((other) => isDeepStrictEqual(other, item));
}

/** What reaches one reaches the other from now on; what one of them left stays left. */
function mergeReach(into: Person, from: Person): void {
  const isNew = ({ token }: { token: string }) => !into.devices.some((device) => device.token === token);
  into.devices = [...into.devices, ...from.devices.filter(isNew)].slice(0, MAX_TOKENS);
  into.browserTokens = union(into.browserTokens, from.browserTokens).slice(0, MAX_TOKENS);
  into.unsubscribedChannelIds = union(into.unsubscribedChannelIds, from.unsubscribedChannelIds);
  into.unsubscribedMessageTypeIds = union(into.unsubscribedMessageTypeIds, from.unsubscribedMessageTypeIds);
  into.subscribedMessageTypeIds = union(into.subscribedMessageTypeIds, from.subscribedMessageTypeIds).filter(
    (id) => !into.unsubscribedMessageTypeIds.includes(id),
  );
  into.createdAt = Math.min(into.createdAt, from.createdAt);
}

function union<Item>(items: readonly Item[], more: readonly Item[]): Item[] {
  return [...new Set([...items, ...more])];
}

function moveHistory(service: Service, from: Person, into: Person): void {
  for (const [key, { id, type, personId, createdAt, fields }] of eventsOf(service)) {
    if (personId !== from.id) continue;
    eventsOf(service).set(key, { id, type, personId: into.id, ...namesOf(into), createdAt, fields });
  }
  for (const message of messagesOf(service).where('personId', from.id)) {
    messagesOf(service).delete(message.messageId);
    messagesOf(service).set(message.messageId, Object.assign(message, { personId: into.id }));
  }
  moveScheduled(service, from.id, into.id);
  moveEntries(service, from, into);
  for (const list of listsOf(service).values()) {
    list.members = [...new Set(list.members.map((id) => (id === from.id ? into.id : id)))];
  }
}
