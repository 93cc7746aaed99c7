import { listsOf } from '../state/subscribable.js';
import type { Person } from '../people/person.js';
import { membersOf } from '../subscriptions/list-members.js';
import { requireRow } from '../operation/paging.js';
import type { Service } from '../state/service.js';

/** Lists of people to reach, and lists of people to leave out. */
export interface Audience {
  listIds: readonly number[];
  suppressionListIds?: readonly number[];
}

/** Everyone on the lists, once, but for those on the suppression lists. */
export function audienceOf(service: Service, { listIds, suppressionListIds = [] }: Audience): Person[] {
  const left = new Set(peopleOn(service, suppressionListIds));
  return [...new Set(peopleOn(service, listIds))].filter((person) => !left.has(person));
}

/** Refuses lists that the project does not have; `field` names where the lists to reach were given. */
export function checkAudience(
  service: Service,
  { listIds, suppressionListIds = [] }: Audience,
  field = 'listIds',
): void {
  for (const id of listIds) requireRow(listsOf(service), id, field, 'list');
  for (const id of suppressionListIds) requireRow(listsOf(service), id, 'suppressionListIds', 'list');
}

function peopleOn(service: Service, listIds: readonly number[]): Person[] {
  return listIds.flatMap((id) => {
    const list = listsOf(service).get(id);
    return list ? membersOf(service, list) : [];
  });
}
