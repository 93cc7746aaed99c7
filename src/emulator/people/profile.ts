import type { DataFields } from '../../api/models/data-fields.js';
import type { NewFieldsPolicy, ProfileChange } from '../../api/models/user.js';
import { isObject, planFields, type CastFields } from './field-types.js';
import { checkPerson, ensurePerson, presentPerson, type PersonRules } from './people.js';
import type { Names, Person } from './person.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';

/** How many fields of their own one user may have (soft limit of the document). */
const MAX_FIELDS = 1_000;

/** How fields are written into a profile. */
export interface ProfileOptions {
  mergeNestedObjects?: boolean | undefined;
  createNewFields?: boolean | undefined;
}

/** A change to a profile that may be made, and is not made yet. */
export interface ProfilePlan extends CastFields {
  /** Gives each new field its type. */
  commit(): void;
  /** The profile after the change. */
  over(before: DataFields): DataFields;
}

/** Who is to be changed, and how. */
export type UserChange = Names & ProfileChange & NewFieldsPolicy;

/** A user who is there, and what is left to write. */
export interface PreparedUser {
  person: Person;
  cast: CastFields;
  /** Writes the change into the profile, unless the user is gone by then. */
  write(): void;
}

/** Writes fields into a profile: at the top level, or into the objects it has (decision 29). */
export function writeProfile(
  service: Service,
  person: Person,
  dataFields: DataFields = {},
  options?: ProfileOptions,
): CastFields {
  const plan = planProfile(service, person.dataFields, dataFields, options);
  plan.commit();
  person.dataFields = plan.over(person.dataFields);
  return plan;
}

/** Checks fields for a profile as it is now. */
export function planProfile(
  service: Service,
  before: DataFields,
  dataFields: DataFields = {},
  { mergeNestedObjects = false, createNewFields }: ProfileOptions = {},
): ProfilePlan {
  const plan = planFields(service, dataFields, { kind: 'user', createNewFields });

  function over(profile: DataFields): DataFields {
    const next = Object.entries(plan.fields).map(([name, value]) => [
      name,
      mergeNestedObjects ? merged(profile[name], value) : value,
    ]);
    return { ...profile, ...(Object.fromEntries(next) as DataFields) };
  }

  checkFieldCount(over(before));
  return { ...plan, over };
}

/** Checks a change to a user and makes one who is new; what is left is to write it. */
export function prepareUser(service: Service, change: UserChange, rules: PersonRules = {}): PreparedUser {
  const { dataFields, preferUserId } = change;
  const known = checkPerson(service, change, { ...rules, preferUserId });
  const { commit, over, ...cast } = planProfile(service, known?.dataFields ?? {}, dataFields, change);
  const person = ensurePerson(service, change, { ...rules, preferUserId });
  commit();

  return {
    person,
    cast,
    write() {
      const present = presentPerson(service, person);
      if (present) present.dataFields = over(present.dataFields);
    },
  };
}

/** Refuses a profile that has grown too large. */
export function checkFieldCount(dataFields: DataFields): void {
  if (countFields(dataFields) <= MAX_FIELDS) return;
  throw new Refusal(
    'UniqueFieldsLimitExceeded',
    `\`dataFields\`: a user may have ${MAX_FIELDS} fields at most`,
  );
}

/** How many fields a profile has, with those of its objects. */
function countFields(dataFields: DataFields): number {
  return Object.values(dataFields).reduce<number>(
    (count, value) => count + (isObject(value) ? countFields(value) || 1 : 1),
    0,
  );
}

/** Two objects in one, at their top level; anything else is replaced. */
function merged(before: unknown, after: unknown): unknown {
  return isObject(before) && isObject(after) ? { ...before, ...after } : after;
}
