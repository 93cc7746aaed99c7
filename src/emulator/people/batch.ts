import type { BulkUserResult, FailedUsers } from '../../admin/operations/bulk-user-result.js';
import type { FailedEvents } from '../../admin/operations/events.js';
import type { CastFields } from './field-types.js';
import type { Names } from './person.js';
import { Refusal } from '../operation/refusal.js';
import { email as emailSchema, userId as userIdSchema } from '../operation/schemas.js';
import type { Service } from '../state/service.js';

/** What became of the items of a batch. */
export interface BatchOutcome<Done> {
  done: Done[];
  failures: Failure[];
}

/** An item that was refused. */
export interface Failure {
  names: Names;
  /** Such as `ForgottenUserError`. */
  code: string;
}

type Code = ConstructorParameters<typeof Refusal>[0];

/** Does each item of a batch on its own: one that is refused fails, and the others go on. */
export function runBatch<Item extends Names, Done>(
  service: Service,
  items: readonly Item[],
  work: (item: Item) => Done,
): BatchOutcome<Done> {
  const outcome: BatchOutcome<Done> = { done: [], failures: [] };
  for (const item of items) {
    try {
      checkNames(service, item);
      outcome.done.push(work(item));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcome.failures.push({ names: item, code: error.code });
    }
  }
  return outcome;
}

/** Refuses names that are malformed, and an email where the project's users have none. */
function checkNames({ project }: Service, { email, userId }: Names): void {
  if (email !== undefined && !emailSchema.safeParse(email).success) {
    throw new Refusal('InvalidEmailAddressError', '`email`: is not an email');
  }
  if (userId !== undefined && !userIdSchema.safeParse(userId).success) {
    throw new Refusal('InvalidUserIdError', '`userId`: must have 1 to 255 characters');
  }
  if (project === 'userId' && userId === undefined) {
    throw new Refusal('UnknownEmailError', '`email`: this project names its users by `userId`');
  }
}

/** The answer to a batch of users: counts, fields, and who failed for which reason. */
export function userBatchResult({ done, failures }: BatchOutcome<{ cast: CastFields }>): BulkUserResult {
  const failedUpdates = failedUsers(failures);
  return {
    successCount: done.length,
    failCount: failures.length,
    ...fieldsOf(done),
    failedUpdates,
    ...oldNames(failedUpdates),
  };
}

/** The fields by which answers told of invalid names before they had `failedUpdates`, and still do. */
export function oldNames({ invalidEmails, invalidUserIds }: Required<FailedEvents>) {
  return { invalidEmails, invalidUserIds };
}

/** The fields that a batch created and left out, each once. */
export function fieldsOf(done: readonly { cast: CastFields }[]) {
  return {
    createdFields: [...new Set(done.flatMap(({ cast }) => cast.createdFields))],
    filteredOutFields: [...new Set(done.flatMap(({ cast }) => cast.filteredOutFields))],
  };
}

/** Who of a batch of events failed, by reason. */
export function failedEvents(failures: readonly Failure[]): Required<FailedEvents> {
  return {
    forgottenEmails: namesWith(failures, 'email', ['ForgottenUserError']),
    forgottenUserIds: namesWith(failures, 'userId', ['ForgottenUserError']),
    invalidEmails: namesWith(failures, 'email', ['InvalidEmailAddressError']),
    invalidUserIds: namesWith(failures, 'userId', ['InvalidUserIdError']),
    notFoundEmails: namesWith(failures, 'email', ['UnknownEmailError']),
    notFoundUserIds: namesWith(failures, 'userId', ['UnknownUserIdError']),
  };
}

function failedUsers(failures: readonly Failure[]): Required<FailedUsers> {
  const invalidData: Code[] = ['RequestFieldsTypesMismatched', 'UniqueFieldsLimitExceeded'];
  return {
    conflictEmails: namesWith(failures, 'email', ['ExternalKeyConflict']),
    conflictUserIds: namesWith(failures, 'userId', ['ExternalKeyConflict']),
    invalidDataEmails: namesWith(failures, 'email', invalidData),
    invalidDataUserIds: namesWith(failures, 'userId', invalidData),
    ...failedEvents(failures),
  };
}

/** The emails or the ids of those that failed with one of the codes. */
export function namesWith(failures: readonly Failure[], kind: keyof Names, codes: readonly Code[]): string[] {
  return failures
    .filter(({ code }) => (codes as readonly string[]).includes(code))
    .flatMap(({ names }) => names[kind] ?? []);
}
