import type { UserRef } from '../../api/models/user.js';
import { success } from '../operation/answers.js';
import { erasePerson } from './erase.js';
import { operation, type Operation } from '../operation/operation.js';
import { checkKind, findPerson, forgottenKeys, forgottenOf, hashOf, namesOf } from './people.js';
import type { Names } from './person.js';
import { user } from '../operation/schemas.js';
import type { Service } from '../state/service.js';

/** Users who must not come back, known by hashes of their names only (decision 27). */
export const forget = (service: Service): Operation[] => [
  operation('POST /api/users/forget', { keys: ['server'], body: user }, ({ body }) => {
    checkKind(service, body);
    forgetUser(service, body);
    return success();
  }),
  operation('POST /api/users/unforget', { keys: ['server'], body: user }, ({ body }) => {
    checkKind(service, body);
    unforgetUser(service, body);
    return success();
  }),
  operation('GET /api/users/forgotten', { keys: ['server'] }, () => ({
    hashedEmails: hashes(service, 'email'),
  })),
  operation('GET /api/users/forgottenUserIds', { keys: ['server'] }, () => ({
    hashedUserIds: hashes(service, 'userId'),
  })),
];

/** The other name of someone who was forgotten under both: who unforgets one of them wants the user back. */
const sameUser = (service: Service) => service.tables.table<string, string>('forgottenTogether');

function forgetUser(service: Service, ref: UserRef): void {
  const person = findPerson(service, ref);
  const names: Names = person ? namesOf(person) : ref;
  for (const [kind, name] of Object.entries(names) as [keyof Names, string][]) {
    const [key = ''] = forgottenKeys({ [kind]: name });
    forgottenOf(service).set(key, { kind, hash: hashOf(name) });
  }
  const [one, other] = forgottenKeys(names);
  if (one && other) sameUser(service).set(one, other).set(other, one);
  if (person) erasePerson(service, person);
}

function unforgetUser(service: Service, ref: UserRef): void {
  const [key = ''] = forgottenKeys(ref);
  const other = sameUser(service).get(key) ?? key;
  for (const each of [key, other]) {
    forgottenOf(service).delete(each);
    sameUser(service).delete(each);
  }
}

function hashes(service: Service, kind: keyof Names): string[] {
  return [...forgottenOf(service).values()].filter((name) => name.kind === kind).map(({ hash }) => hash);
}
