import type { UserRef } from '../api/models/user.js';
import { checkedUser } from '../identity/user.js';
import type { Visitor } from '../identity/visitor.js';
import { checkedFields } from './checked-event.js';
import type { Speaking } from './later-delivery.js';
import type { Recorder } from './recorder.js';
import type { Tracker } from './tracker.js';

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
  visitor: Visitor;
  recorder: Recorder;
  delivery: Pick<Speaking, 'forgive' | 'soon'>;
  tracker: Pick<Tracker, 'updateUser'>;
}

/** Says who the visitor is, and lets what waits follow them. */
export interface Identification {
  identify(user: UserRef, options?: IdentifyOptions): Promise<void>;
  reset(): Promise<void>;
}

/** Makes the calls that say who the visitor is. */
export function createIdentification(parts: IdentificationOptions): Identification {
  const { visitor, recorder, delivery, tracker } = parts;

  return {
    async identify(who, { dataFields, create = false, adopt = true } = {}) {
      const user = checkedUser(who);
      const fields = checkedFields(dataFields ?? {});
      delivery.forgive(user);
      await Promise.all([
        visitor.say(user, { isFresh: !adopt }),
        recorder.adopt(),
        (dataFields ?? create) && tracker.updateUser(fields, { create }),
      ]);
      delivery.soon();
    },
    reset: () => visitor.say(undefined),
  };
}
