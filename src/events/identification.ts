import type { Endpoint } from '../api/endpoint.js';
import type { EmailChange, UserRef } from '../api/models/user.js';
import type { Credentials } from '../identity/credentials.js';
import { must } from '../lib/must.js';
import { checkedUser } from '../identity/user.js';
import type { Visitor } from '../identity/visitor.js';
import type { Delivery } from './delivery/delivery.js';
import type { Outbox } from './outbox/outbox.js';
import type { Recorder } from './recorder.js';
import { checkedFields, type Tracker } from './tracker.js';

/** How long a change of email waits for what is on its way, in milliseconds. */
const PATIENCE = 5_000;

/** How a visitor is identified. */
export interface IdentifyOptions {
  /** What to write into their profile. */
  dataFields?: object;
  /** Create a user whom the service does not know, also by user id. Default: `false`. */
  create?: boolean;
  /** Whether what was recorded before becomes theirs, or is dropped. Default: `true`. */
  adopt?: boolean;
}

/** What changes with the visitor. */
export interface IdentificationOptions {
  endpoint: Endpoint;
  credentials: Credentials;
  visitor: Visitor;
  recorder: Recorder;
  outbox: Outbox;
  delivery: Delivery;
  tracker: Tracker;
}

/** Says who the visitor is, and lets what waits follow them. */
export interface Identification {
  identify(user: UserRef, options?: IdentifyOptions): Promise<void>;
  reset(): void;
  updateEmail(newEmail: string): Promise<void>;
}

/** Makes the calls that say who the visitor is. */
export function createIdentification(parts: IdentificationOptions): Identification {
  const { endpoint, credentials, visitor, recorder, outbox, delivery, tracker } = parts;
  const changeEmail = endpoint<EmailChange, unknown>('POST /api/users/updateEmail');

  return {
    async identify(who, { dataFields, create = false, adopt = true } = {}) {
      const user = checkedUser(who);
      const fields = checkedFields(dataFields ?? {});
      const discarded = adopt ? undefined : recorder.adopt();
      credentials.forgive(user);
      visitor.user = user;
      const updated = (dataFields ?? create) && tracker.updateUser(fields, { create });
      await Promise.all([discarded, recorder.adopt(user), updated]);
      delivery.soon();
    },
    reset: () => void (visitor.user = undefined),
    async updateEmail(newEmail) {
      const { user } = visitor;
      must(user !== undefined, 'Call `identify` first: there is no user');
      const next = checkedUser({ email: newEmail });
      const current =
        user.email === undefined ? { currentUserId: user.userId } : { currentEmail: user.email };
      // What still waits after that goes out under the new email.
      await delivery.flush(PATIENCE).catch(() => undefined);
      await credentials.call(user, (headers) => changeEmail({ ...current, newEmail }, { headers }));
      // One who is known by id still is.
      if (user.email === undefined) return;
      // The visitor may have logged out in the meantime.
      if (visitor.user?.email === user.email) visitor.user = next;
      await outbox.adopt(user, next);
    },
  };
}
