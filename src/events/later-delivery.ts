import { NetworkError } from '../errors.js';
import type { Route } from '../api/address.js';
import type { UserRef } from '../api/models/user.js';
import type { Credentials } from '../identity/credentials.js';
import type { Visitor } from '../identity/visitor.js';
import type { Delivery } from './delivery/delivery.js';
import type { Outbox } from './outbox/outbox.js';

/** What speaks to the service. */
export interface Speaking extends Delivery, Pick<Credentials, 'forgive' | 'troubleOf'> {
  /** Calls an operation under a user's own token. */
  callAs(user: UserRef, route: Route, input: object): Promise<unknown>;
}

/** What is delivered later, and how what that needs is loaded. */
export interface LaterDeliveryOptions {
  load: () => Promise<Speaking>;
  outbox: Pick<Outbox, 'count' | 'leave'>;
  visitor: Pick<Visitor, 'agrees'>;
  onTrouble: (trouble: unknown) => void;
}

/** Speaks to the service once there is something to say to it, and the visitor agrees: what that needs is loaded then. */
export function createLaterDelivery({ load, outbox, visitor, onTrouble }: LaterDeliveryOptions): Speaking {
  let loading: Promise<Speaking> | undefined;
  let speaking: Speaking | undefined;
  let isStopped = false;

  function get(): Promise<Speaking> {
    return (loading ??= load().then(
      (loaded) => {
        speaking = loaded;
        if (isStopped) loaded.stop();
        return loaded;
      },
      (cause: unknown) => {
        // It is asked for again with the next event.
        loading = undefined;
        throw new NetworkError('What delivers could not be loaded', { cause });
      },
    ));
  }

  /** Where nothing waits, nothing has to be loaded. */
  async function begin(how: 'add' | 'soon') {
    const isWanted = visitor.agrees && !isStopped;
    if (isWanted && (speaking ?? (how === 'add' || (await outbox.count()).waiting))) (await get())[how]();
  }

  return {
    add: () => void begin('add').catch(onTrouble),
    soon: () => void begin('soon').catch(onTrouble),
    flush: async (timeout) => (await get()).flush(timeout),
    callAs: async (...call) => (await get()).callAs(...call),
    recall: () => speaking?.recall(),
    urgently: () => speaking?.urgently(),
    leave: () => (speaking ?? outbox).leave(),
    forgive: (user) => speaking?.forgive(user),
    troubleOf: (user) => speaking?.troubleOf(user),
    stop() {
      isStopped = true;
      speaking?.stop();
    },
  };
}
