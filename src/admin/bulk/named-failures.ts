import type { Entry } from './entries.js';
import type { FailureCause } from './failure-cause.js';

/** A list of an answer that names who was not taken. */
interface FailureList {
  by: 'email' | 'userId' | 'eventName';
  cause: FailureCause;
}

const list = (by: FailureList['by'], reason: FailureCause['reason'], code?: string): FailureList => ({
  by,
  cause: { reason, ...(code && { code }), retryable: false },
});

/** What each list of an answer means. */
const LISTS: Readonly<Record<string, FailureList>> = {
  conflictEmails: list('email', 'conflict', 'ExternalKeyConflict'),
  conflictUserIds: list('userId', 'conflict', 'ExternalKeyConflict'),
  disallowedEventNames: list('eventName', 'disallowedEvent'),
  forgottenEmails: list('email', 'forgotten', 'ForgottenUserError'),
  forgottenUserIds: list('userId', 'forgotten', 'ForgottenUserError'),
  invalidDataEmails: list('email', 'invalidData', 'RequestFieldsTypesMismatched'),
  invalidDataUserIds: list('userId', 'invalidData', 'RequestFieldsTypesMismatched'),
  invalidEmails: list('email', 'invalidEmail', 'InvalidEmailAddressError'),
  invalidUserIds: list('userId', 'invalidUserId', 'InvalidUserIdError'),
  notFoundEmails: list('email', 'notFound', 'UnknownEmailError'),
  notFoundUserIds: list('userId', 'notFound', 'UnknownUserIdError'),
  validEmailFailures: list('email', 'notUpdated'),
  validUserIdFailures: list('userId', 'notUpdated'),
};

/** The answer to a chunk, as far as it counts and names. */
export interface BulkAnswer {
  successCount?: number;
  failCount?: number;
  failedUpdates?: object;
}

/** Which entries an answer names as not taken, and why. */
export function namedFailures<Item>(
  entries: readonly Entry<Item>[],
  answer: BulkAnswer,
): Map<Entry<Item>, FailureCause> {
  const named = new Map<string, FailureCause>();
  const lists = Object.entries({ ...answer, ...answer.failedUpdates }) as [string, unknown][];
  for (const [name, values] of lists) {
    const meaning = LISTS[name] ?? meaningOf(name);
    if (!meaning || !Array.isArray(values)) continue;
    for (const value of values) named.set(`${meaning.by} ${keyOf(value)}`, meaning.cause);
  }

  const found = new Map<Entry<Item>, FailureCause>();
  if (!named.size) return found;
  for (const entry of entries) {
    const cause = causeOf(entry.sent as Record<string, unknown>, named);
    if (cause) found.set(entry, cause);
  }
  return found;
}

/** A list that is not known yet; its own name is the reason. */
function meaningOf(name: string): FailureList | undefined {
  const [, reason, names] = /^(\w+?)(Emails|UserIds)$/.exec(name) ?? [];
  return reason === undefined ? undefined : list(names === 'Emails' ? 'email' : 'userId', reason);
}

function causeOf(item: Record<string, unknown>, named: ReadonlyMap<string, FailureCause>) {
  for (const by of ['email', 'userId', 'eventName'] as const) {
    const cause = item[by] === undefined ? undefined : named.get(`${by} ${keyOf(item[by])}`);
    if (cause) return cause;
  }
  return undefined;
}

/** The service may tell an email in other letters than it was sent. */
function keyOf(value: unknown): string {
  return String(value).trim().toLowerCase();
}
