import { call, userOf } from './host/call.js';
import type { Attachable } from './host/attachable.js';
import { hostOf } from './host/host-of.js';
import type { Host } from './host/host.js';
import { checkedUser, laneOf } from './identity/user.js';

/** How long a change of email waits for what is on its way, in milliseconds. */
const PATIENCE = 5_000;

/**
 * Changes the visitor's email at the service, after delivering what waits. Rejects when it cannot be done now.
 *
 * @example
 * ```ts
 * await updateEmail(client, 'ada.lovelace@example.com');
 * ```
 */
export function updateEmail(client: Attachable, newEmail: string): Promise<void> {
  const host = hostOf(client);
  const done = change(host, newEmail);
  done.catch(host.report); // Nobody has to wait for it.
  return done;
}

async function change(host: Host, newEmail: string): Promise<void> {
  const user = userOf(host);
  const next = checkedUser({ email: newEmail });
  const { email, userId } = user;
  const current = email === undefined ? { currentUserId: userId } : { currentEmail: email };
  // What still waits after that goes out under the new email.
  await host.flush(PATIENCE).catch(() => undefined);
  await call(host, 'POST /api/users/updateEmail', { newEmail }, { user, own: current });
  // One who is known by id still is.
  if (email === undefined) return;
  // The visitor may have logged out in the meantime.
  if (laneOf(host.user) === laneOf(user)) await host.say(next);
  await host.adopt(user, next);
}
