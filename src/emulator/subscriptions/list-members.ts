import { isDeepStrictEqual } from 'node:util';
import type { DataFields } from '../../api/models/data-fields.js';
import { listsOf, type ListRow } from '../state/subscribable.js';
import { peopleOf, presentPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';

/** What the profile of each member of a dynamic list holds, by list. A list without a rule keeps its members. */
export const listRulesOf = (service: Service) => service.tables.table<DataFields>('listRules');

/** Who is on a list as of now. */
export function membersOf(service: Service, list: ListRow): Person[] {
  const rule = ruleOf(service, list);
  if (!rule) return list.members.flatMap((member) => peopleOf(service).get(member) ?? []);
  return [...peopleOf(service).values()].filter((person) => isMeant(rule, person));
}

/** Whether someone is on a list as of now. */
export function isMember(service: Service, list: ListRow, person: Person): boolean {
  const rule = ruleOf(service, list);
  return rule ? isMeant(rule, person) : list.members.includes(person.id);
}

function ruleOf(service: Service, { id, listType }: ListRow): DataFields | undefined {
  return listType === 'Dynamic' ? listRulesOf(service).get(id) : undefined;
}

function isMeant(rule: DataFields, { dataFields }: Person): boolean {
  return Object.entries(rule).every(([name, value]) => isRight(dataFields[name], value));
}

/** What a field can be compared by, beside equality: each holds the field's value to the one of the rule. */
const comparisons: Record<string, (value: unknown, other: unknown) => boolean> = {
  $ne: (value, other) => !isDeepStrictEqual(value, other),
  $gt: (value, other) => order(value, other) > 0,
  $gte: (value, other) => order(value, other) >= 0,
  $lt: (value, other) => order(value, other) < 0,
  $lte: (value, other) => order(value, other) <= 0,
  $in: (value, other) => Array.isArray(other) && other.some((one) => isDeepStrictEqual(value, one)),
  $contains: (value, other) =>
    Array.isArray(value)
      ? value.some((one) => isDeepStrictEqual(one, other))
      : typeof value === 'string' && typeof other === 'string' && value.includes(other),
  $exists: (value, other) => (value !== undefined && value !== null) === other,
};

/** Whether a field is as a rule wants it: the same, or as all of its comparisons have it, such as `{ $gt: 5 }`. */
function isRight(value: unknown, rule: unknown): boolean {
  const wanted = Object.entries(typeof rule === 'object' && rule !== null ? rule : {});
  if (!wanted.length || !wanted.every(([name]) => Object.hasOwn(comparisons, name))) {
    return isDeepStrictEqual(value, rule);
  }
  return wanted.every(([name, other]) => comparisons[name]?.(value, other));
}

/** How two numbers, or two texts, stand to each other; none of the comparisons is true of other pairs. */
function order(value: unknown, other: unknown): number {
  const isPair = typeof value === typeof other && ['number', 'string'].includes(typeof value);
  if (!isPair) return NaN;
  return Number((value as string) > (other as string)) - Number((value as string) < (other as string));
}

/** A list by its id; refuses one the project does not have. */
export function requireList(service: Service, listId: number, field = 'listId'): ListRow {
  const list = listsOf(service).get(listId);
  if (!list) throw new Refusal('BadParams', `\`${field}\`: the project has no list ${listId}`);
  return list;
}

/** A list whose members come and go by calls; refuses one that finds its members itself. */
export function requireOpenList(service: Service, listId: number, field = 'listId'): ListRow {
  const list = requireList(service, listId, field);
  if (list.listType === 'Standard' || list.listType === 'Suppression') return list;
  throw new Refusal(
    'BadParams',
    `\`${field}\`: list ${listId} is ${list.listType}, and finds its members itself`,
  );
}

/** Puts people on a list, unless they are gone by now; tells who was not on it before. */
export function addMembers(service: Service, list: ListRow, people: readonly Person[]): Person[] {
  const members = new Set(list.members);
  const added = presentOf(service, people).filter(({ id }) => !members.has(id));
  list.members = [...new Set([...members, ...added.map(({ id }) => id)])];
  return added;
}

/** Takes people off a list; tells who was on it. */
export function removeMembers(service: Service, list: ListRow, people: readonly Person[]): Person[] {
  const members = new Set(list.members);
  const removed = presentOf(service, people).filter(({ id }) => members.has(id));
  for (const { id } of removed) members.delete(id);
  list.members = [...members];
  return removed;
}

/** The people of these who are not gone, each once. */
export function presentOf(service: Service, people: readonly Person[]): Person[] {
  return [...new Set(people.flatMap((person) => presentPerson(service, person) ?? []))];
}
