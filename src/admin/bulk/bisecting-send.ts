import { ApiError } from '../../errors.js';
import type { FailureCause } from './failure-cause.js';
import type { Entry } from './entries.js';
import { namedFailures, type BulkAnswer } from './named-failures.js';

/** How the entries of a chunk are sent, and who hears what became of each. */
export interface BisectingOptions<Item> {
  /** Whether an answer counts the items taken and not taken. */
  isCounted: boolean;
  /** Whether the items are of many who know nothing of each other: of some that are refused, nothing follows for the others. Default: `false`. */
  isMixed?: boolean;
  send: (entries: Entry<Item>[]) => Promise<unknown>;
  onSent: (entry: Entry<Item>) => void;
  onFailed: (entry: Entry<Item>, cause: FailureCause) => void;
}

/** How many items in a row may be refused alone before it is the service that is taken to be wrong. */
const ALONE = 25;

/**
 * Makes the function that sends entries, in halves where an answer leaves open which of them were taken, and tells what
 * became of each. Rejects when the service takes nothing.
 */
export function createBisectingSend<Item>({
  isCounted,
  send,
  isMixed = false,
  ...hearers
}: BisectingOptions<Item>) {
  const verdict = createVerdict({ ...hearers, isMixed });

  async function halve(entries: Entry<Item>[]): Promise<void> {
    const middle = Math.ceil(entries.length / 2);
    // One after the other, since both may be about the same person.
    await sendEntries(entries.slice(0, middle));
    await sendEntries(entries.slice(middle));
  }

  /** What an answer leaves open is asked again: two items of one person of which one was taken, or failures unnamed. */
  async function askAgain(entries: Entry<Item>[], answer: BulkAnswer, causes: Causes<Item>): Promise<void> {
    const { successCount, failCount = 0 } = answer;
    if (entries.length === 1 || (!successCount && failCount >= entries.length)) {
      const unnamed: FailureCause = { reason: 'refused', retryable: false };
      const cause = (entry: Entry<Item>) => [entry, causes.get(entry) ?? unnamed] as const;
      // Whom an answer names, it has not taken, whatever it counts.
      verdict.give(entries, successCount && !causes.size ? undefined : new Map(entries.map(cause)));
      return;
    }
    const isAmbiguous = causes.size > failedOf(answer, entries.length);
    const doubtful = isAmbiguous ? entries.filter((entry) => causes.has(entry)) : entries;
    if (isAmbiguous) verdict.give(entries.filter((entry) => !causes.has(entry)));
    await (doubtful.length > 1 ? halve(doubtful) : sendEntries(doubtful));
  }

  async function sendEntries(entries: Entry<Item>[]): Promise<void> {
    let answer: BulkAnswer;
    try {
      answer = { ...((await send(entries)) as BulkAnswer | undefined) };
    } catch (error) {
      if (!(error instanceof ApiError) || isOfAll(error)) throw error;
      const invalid = error.code === INVALID_EMAIL ? withoutEmail(entries) : new Map<never, never>();
      if (invalid.size) {
        verdict.give([...invalid.keys()], invalid);
        const others = entries.filter((entry) => !invalid.has(entry));
        return others.length ? sendEntries(others) : undefined;
      }
      // What the service says of one entry alone is said of that one.
      if (entries.length > 1) return halve(entries);
      verdict.refuse(entries, error);
      return;
    }
    const causes = namedFailures(entries, answer);
    const isClear = !isCounted || isReconciled(answer, causes.size, entries.length);
    if (isClear) verdict.give(entries, causes);
    else await askAgain(entries, answer, causes);
  }

  return sendEntries;
}

const INVALID_EMAIL = 'InvalidEmailAddressError';

/** The entries that are meant, among many, where the service says only that some email is none; whoever else may be is asked for. */
function withoutEmail<Item>(entries: readonly Entry<Item>[]): Map<Entry<Item>, FailureCause> {
  const cause: FailureCause = { reason: 'invalidEmail', code: INVALID_EMAIL, retryable: false };
  const isNone = ({ sent }: Entry<Item>) => {
    const { email } = { ...(sent as { email?: string }) };
    return email !== undefined && !/^\S+@\S+$/.test(email.trim());
  };
  return new Map(entries.filter(isNone).map((entry) => [entry, cause]));
}

type Causes<Item> = ReadonlyMap<Entry<Item>, FailureCause>;

/** Makes the functions that tell what became of entries, and give up where they are refused one by one. */
function createVerdict<Item>({
  onSent,
  onFailed,
  isMixed,
}: Required<Pick<BisectingOptions<Item>, 'onSent' | 'onFailed' | 'isMixed'>>) {
  let refusedInARow = 0;
  let hasTaken = false;

  function give(entries: readonly Entry<Item>[], causes: Causes<Item> = new Map()): void {
    for (const entry of entries) {
      const cause = causes.get(entry);
      if (cause) onFailed(entry, cause);
      else onSent(entry);
    }
    if (causes.size >= entries.length) return;
    hasTaken = true;
    refusedInARow = 0;
  }

  return {
    give,
    refuse(entries: readonly Entry<Item>[], error: ApiError): void {
      // Without a word of the service's own, it is a proxy or the like that refuses, whatever the item is.
      const isTheirs = error.status >= 500 || !error.code;
      refusedInARow += 1;
      if (refusedInARow >= ALONE && (isTheirs || !(hasTaken || isMixed))) throw error;
      const reason = isTooLarge(error) ? 'tooLarge' : 'refused';
      const cause = { reason, code: error.code, message: error.message, retryable: isTheirs };
      give(entries, new Map(entries.map((entry) => [entry, cause])));
    },
  };
}

/** Whether what an answer counts is what it names. */
function isReconciled(answer: BulkAnswer, named: number, count: number): boolean {
  const { successCount = count - named } = answer;
  return failedOf(answer, count) === named && successCount + named === count;
}

function failedOf({ successCount, failCount }: BulkAnswer, count: number): number {
  // Never fewer than none, or nobody would be in doubt, and nobody would be asked for again without an end.
  return Math.max(0, failCount ?? count - (successCount ?? count));
}

/** Whether a refusal is of the call and not of what is in it: the key, the place, or the moment. */
function isOfAll({ status }: ApiError): boolean {
  return status < 400 || /^(40[1348]|42[59]|50[234]|52\d)$/.test(String(status));
}

function isTooLarge({ status, code }: ApiError): boolean {
  return status === 413 || code === 'BatchTooLarge';
}
