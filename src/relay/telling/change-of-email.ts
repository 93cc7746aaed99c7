import type { UserRef } from '../../api/models/user.js';
import { within } from '../../lib/deadline.js';
import { steadyNow } from '../../lib/steady-now.js';
import { pause } from '../../lib/wait.js';
import type { Forward } from '../forwarding/forwarding.js';
import { againAfter } from '../forwarding/outcome-of.js';
import type { RelayOutcome } from '../outcome.js';
import type { RelayedCall } from '../relayed-call.js';
import type { KeepingOptions } from './keeping.js';

/** How an email is changed where calls of its user may wait in a queue. */
export interface ChangeOptions extends KeepingOptions {
  forward: Forward;
  /** All names of who is logged in: what waits may stand under each. */
  users: readonly UserRef[];
  /** Resolves once the queue has what came with the change, and so before it. */
  kept: Promise<unknown> | undefined;
}

/** Whether a call changes an email. */
export function isChangeOfEmail({ route }: RelayedCall): boolean {
  return route === 'POST /api/users/updateEmail';
}

/** How long after it was asked a queue is asked again, in milliseconds: at first, and at most. */
const FIRST = 50;
const LONGEST = 500;
/** How much time the change itself is left, in milliseconds. */
const ROOM = 3_000;
/** After how long the page may come again, in milliseconds. */
const LATER = 5_000;

/**
 * Changes an email once nothing of its user waits any more: what is told after the change under the old email would make
 * another person of it. A worker needs a moment for it; where it does not come to it, the page is to come again.
 */
export async function changeEmail(call: RelayedCall, options: ChangeOptions): Promise<RelayOutcome> {
  const { forward, patience, kept, onError } = options;
  const until = steadyNow() + patience;
  try {
    await kept;
    if (!(await isToldIn(Math.max(1, patience - ROOM), options))) return againAfter(LATER);
  } catch (error) {
    onError(error);
    return againAfter();
  }
  const [outcome] = forward([call], { patience: Math.max(1, until - steadyNow()) });
  return outcome ?? againAfter();
}

/** Waits until nothing of users is in a queue any more, and says whether that came about in time. */
async function isToldIn(
  timeout: number,
  { queue, users }: Pick<ChangeOptions, 'queue' | 'users'>,
): Promise<boolean> {
  const late = new Error('The queue still holds something of the user');
  const holds = async () =>
    (await Promise.all(users.map(async (user) => queue.holds?.(user)))).includes(true);
  try {
    await within({ timeout, onTimeout: () => late }, async (signal) => {
      for (let time = FIRST; await holds(); time = Math.min(2 * time, LONGEST)) await pause(time, signal);
    });
    return true;
  } catch (error) {
    if (error !== late) throw error;
    return false;
  }
}
