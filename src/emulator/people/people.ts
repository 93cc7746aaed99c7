import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { UserRef } from '../../api/models/user.js';
import { Refusal } from '../operation/refusal.js';
import { dataFields } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import type { Names, Person } from './person.js';

/** A saved one, held to the type that users know; that stands apart, since they have no Zod. */
export const personRow = z.object({
  id: z.number(),
  createdAt: z.number(),
  email: z.string().exactOptional(),
  userId: z.string().exactOptional(),
  dataFields,
  devices: z.array(
    z.object({
      token: z.string(),
      applicationName: z.string(),
      platform: z.string(),
      isEnabled: z.boolean(),
      dataFields,
    }),
  ),
  browserTokens: z.array(z.string()),
  unsubscribedChannelIds: z.array(z.number()),
  unsubscribedMessageTypeIds: z.array(z.number()),
  subscribedMessageTypeIds: z.array(z.number()),
  tokensFrom: z.number().exactOptional(),
}) satisfies z.ZodType<Person>;

/** What a call asks of the one it is about. */
export interface PersonRules {
  /** Make someone of an unknown id; heeded in email-based projects only. Default: `false`. */
  preferUserId?: boolean | undefined;
  /** The status that refuses a forgotten one; 409 where the contract declares it (decision 5). Default: 400. */
  forgottenStatus?: 400 | 409;
}

/** Everyone, by number. */
export const peopleOf = (service: Service) => service.tables.table<Person>('people');
const byEmail = (service: Service) => service.tables.table<number, string>('peopleByEmail');
const byUserId = (service: Service) => service.tables.table<number, string>('peopleByUserId');
/** Who stays for those that were merged away. */
const mergedInto = (service: Service) => service.tables.table<number>('mergedInto');
/** Hashes of the names that must not come back, by kind of name and hash. */
export const forgottenOf = (service: Service) =>
  service.tables.table<{ kind: 'email' | 'userId'; hash: string }, string>('forgotten');

/** How emails are compared. */
const emailKey = (email: string) => email.trim().toLowerCase();

/** SHA-256 of an identifier, trimmed and in lower case (decision 27). */
export function hashOf(identifier: string): string {
  return createHash('sha256').update(identifier.trim().toLowerCase()).digest('hex');
}

/** The one name that a call gives of someone; of two, the email. */
export function refOf({ email, userId }: { [Kind in keyof Names]: string | undefined }): UserRef {
  return (email === undefined ? { userId } : { email }) as UserRef;
}

/** The one a call is about, if the service knows them; with both names, the one with the email. */
export function findPerson(service: Service, { email, userId }: Names): Person | undefined {
  const id =
    email === undefined ? byUserId(service).get(userId ?? '') : byEmail(service).get(emailKey(email));
  return id === undefined ? undefined : peopleOf(service).get(id);
}

/** The one a call is about; refuses one the service does not know. */
export function requirePerson(service: Service, names: Names, rules?: PersonRules): Person {
  checkRef(service, names, rules);
  const { email, userId } = names;
  const hasBoth = email !== undefined && userId !== undefined;
  const person = hasBoth ? personOfBoth(service, { email, userId }) : findPerson(service, names);
  if (person) return person;
  if (email !== undefined) throw new Refusal('UnknownEmailError', 'No user has this `email`');
  throw new Refusal('UnknownUserIdError', 'No user has this `userId`');
}

/** The one a call is about, made when the service does not know them yet. */
export function ensurePerson(service: Service, call: Names, rules?: PersonRules): Person {
  const names = namesOf(call);
  const known = checkPerson(service, names, rules);
  return known ? giveNames(service, known, names) : newPerson(service, names);
}

/** Gives someone those names of a call that they do not have yet. */
export function giveNames(service: Service, person: Person, names: Names): Person {
  const isSame = Object.keys(namesOf(names)).every((name) => person[name as keyof Names] !== undefined);
  if (!isSame) renamePerson(service, person, names);
  return person;
}

/** The one a call is about, if known; refuses whom {@link ensurePerson} would, and changes nothing. */
export function checkPerson(service: Service, names: Names, rules: PersonRules = {}): Person | undefined {
  checkRef(service, names, rules);
  const { email, userId } = names;
  if (email !== undefined && userId !== undefined) return personOfBoth(service, { email, userId });
  const known = findPerson(service, names);
  if (!known && service.project === 'email' && userId !== undefined && !rules.preferUserId) {
    throw new Refusal(
      'UnknownUserIdError',
      'No user has this `userId`; an email-based project makes one only with `preferUserId`',
    );
  }
  return known;
}

/** The one whom both names mean; refuses names that belong to different people. */
function personOfBoth(service: Service, { email, userId }: Required<Names>): Person | undefined {
  const owner = findPerson(service, { email });
  const namesake = findPerson(service, { userId });
  const isConflict =
    owner && namesake ? owner !== namesake : (owner?.userId ?? namesake?.email) !== undefined;
  if (!isConflict) return owner ?? namesake;
  throw new Refusal('ExternalKeyConflict', '`email` and `userId` belong to different users');
}

function newPerson(service: Service, { email, userId }: Names): Person {
  const person: Person = {
    id: service.tables.nextId(),
    ...(email !== undefined && { email: email.trim() }),
    ...(userId !== undefined && { userId }),
    createdAt: service.clock.now(),
    dataFields: {},
    devices: [],
    browserTokens: [],
    unsubscribedChannelIds: [],
    unsubscribedMessageTypeIds: [],
    subscribedMessageTypeIds: [],
  };
  keepPerson(service, person);
  return person;
}

/** Refuses an identity that the project's type does not allow, or that was forgotten. */
export function checkRef(service: Service, names: Names, { forgottenStatus = 400 }: PersonRules = {}): void {
  checkKind(service, names);
  if (isForgotten(service, names)) {
    throw new Refusal('ForgottenUserError', 'This user was forgotten', { status: forgottenStatus });
  }
}

/** Refuses a name by which the project's type does not know its users. */
export function checkKind({ project }: Service, { email, userId }: Names): void {
  if (project !== 'userId' || email === undefined || userId !== undefined) return;
  throw new Refusal('InvalidEmailAddressError', '`email`: this project names its users by `userId`');
}

/** Whether one of the names must not come back. */
export function isForgotten(service: Service, names: Names): boolean {
  return forgottenOf(service).size > 0 && forgottenKeys(names).some((key) => forgottenOf(service).has(key));
}

/** Where names stand among the forgotten. */
export function forgottenKeys(names: Names): string[] {
  return Object.entries(namesOf(names)).map(([kind, name]) => `${kind} ${hashOf(name as string)}`);
}

/** Writes a person down under the names they have now. */
export function keepPerson(service: Service, person: Person): void {
  peopleOf(service).set(person.id, person);
  if (person.email !== undefined) byEmail(service).set(emailKey(person.email), person.id);
  if (person.userId !== undefined) byUserId(service).set(person.userId, person.id);
}

/** Strikes a person out, with the names they have now. */
export function removePerson(service: Service, person: Person): void {
  peopleOf(service).delete(person.id);
  if (person.email !== undefined) byEmail(service).delete(emailKey(person.email));
  if (person.userId !== undefined) byUserId(service).delete(person.userId);
}

/** Gives a person other names; a name that is not given stays. */
export function renamePerson(service: Service, person: Person, names: Names): void {
  if (person.email !== undefined) byEmail(service).delete(emailKey(person.email));
  if (person.userId !== undefined) byUserId(service).delete(person.userId);
  keepPerson(service, Object.assign(person, namesOf(names)));
}

/** Strikes a person out in favour of another, who gets what was received for the first and is still to be written. */
export function replacePerson(service: Service, person: Person, by: Person): void {
  removePerson(service, person);
  mergedInto(service).set(person.id, by.id);
}

/** A person as of now: whoever they were merged into; none once they are deleted. */
export function presentPerson(service: Service, { id }: Pick<Person, 'id'>): Person | undefined {
  let present = id;
  for (let next = mergedInto(service).get(id); next !== undefined; next = mergedInto(service).get(next)) {
    present = next;
  }
  return peopleOf(service).get(present);
}

/** The names of a person or of a call, and nothing else that stands there. */
export function namesOf({ email, userId }: Names): Names {
  return { ...(email !== undefined && { email }), ...(userId !== undefined && { userId }) };
}

/** Someone who is named by number, email or your own id. */
export function requirePersonNamed(service: Service, who: string): Person {
  const named = who.includes('@') ? { email: who } : { userId: who };
  const person = peopleOf(service).get(Number(who)) ?? findPerson(service, named);
  if (person) return person;
  throw new Refusal('NotFound', `Nobody has the number, email or id ${who}`);
}
