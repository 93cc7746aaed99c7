import type { Route } from '../api/address.js';
import { NetworkError } from '../errors.js';
import { within } from '../lib/deadline.js';
import { ignore } from '../lib/ignore.js';
import { later } from '../lib/later.js';
import { must } from '../lib/must.js';
import type { UserRef } from '../api/models/user.js';
import { onNudged } from '../browser/tab-nudge.js';
import type { Credentials } from '../identity/credentials.js';
import type { Visitor } from '../identity/visitor.js';
import { bellOf } from './bell.js';
import type { Delivery } from './delivery/delivery.js';
import type { Outbox } from './outbox/outbox.js';

/** What speaks to the service. */
export interface Speaking extends Delivery, Pick<Credentials, 'forgive' | 'troubleOf'> {
  /** Calls an operation under a user's own token. */
  callAs(user: UserRef, route: Route, input: object): Promise<unknown>;
}

/** What speaks once it is loaded. */
export interface LaterSpeaking extends Omit<Speaking, 'flush'> {
  /**
   * Sends all that waits. Rejects with the first trouble met, without a token for the visitor, or when it takes
   * longer than `timeout` milliseconds.
   */
  flush(timeout?: number): Promise<void>;
  /** Loads what speaks, since a call is about to be made. */
  expectCall(): void;
}

/** What is delivered later, and how what that needs is loaded. */
export interface LaterDeliveryOptions {
  /** One tab delivers at a time what is under this name. */
  name: string;
  load: () => Promise<Speaking>;
  outbox: Pick<Outbox, 'count' | 'leave'>;
  visitor: Pick<Visitor, 'agrees'>;
  onTrouble: (trouble: unknown) => void;
  /** Asks the browser to let the site's service worker deliver what waits, which has what speaks. */
  wakeWorker: () => void;
}

/** How long what speaks may take to load, in milliseconds, and a flush unless the page says otherwise. */
const TIMEOUT = 10_000;

/** Speaks to the service once there is something to say to it, and the visitor agrees: what that needs is loaded then. */
export function createLaterDelivery(options: LaterDeliveryOptions): LaterSpeaking {
  const { name, load, outbox, visitor, onTrouble, wakeWorker } = options;
  let speaking: Speaking | undefined;
  let isStopped = false;
  let isWaiting = false;

  const get = later(async () => {
    speaking = await toldWhenLate(load());
    if (isStopped) speaking.stop();
    return speaking;
  });

  /** What comes late is used all the same. */
  function toldWhenLate<Loaded>(coming: Promise<Loaded>): Promise<Loaded> {
    const late = () => onTrouble(new NetworkError('What speaks to the service has not loaded in 10 seconds'));
    const timer = setTimeout(late, TIMEOUT);
    return coming.finally(() => clearTimeout(timer));
  }

  /** Where nothing waits, nothing has to be loaded. */
  async function begin(how: 'add' | 'soon') {
    const isWanted = !isStopped && visitor.agrees;
    if (!isWanted || !(speaking ?? (how === 'add' || (await outbox.count()).waiting))) return;
    isWaiting = true;
    (await get())[how]();
  }

  const start = (how: 'add' | 'soon') => () => void begin(how).catch(onTrouble);
  const soon = start('soon');
  // Whoever sends it may end before it has.
  const stopListening = onNudged(bellOf(name), soon);

  return {
    add: start('add'),
    soon,
    async flush(timeout = TIMEOUT) {
      must(!isStopped, 'The client is closed');
      const onTimeout = () => new NetworkError(`Not all was delivered in ${timeout} ms`);
      // Without consent, as where there is no page, nothing leaves.
      if (speaking || visitor.agrees)
        await within({ timeout, onTimeout }, async (ended) => (await get()).flush(ended));
      must(!isStopped, 'The client is closed');
    },
    expectCall() {
      // Whoever calls is told.
      if (!isStopped && visitor.agrees) get().catch(ignore);
    },
    callAs: async (...call) => (await get()).callAs(...call),
    recall: () => speaking?.recall(),
    urgently() {
      if (speaking) speaking.urgently();
      // The page may end before what speaks is there.
      else if (isWaiting) wakeWorker();
    },
    leave: () => (speaking ?? outbox).leave(),
    forgive: (user) => speaking?.forgive(user),
    troubleOf: (user) => speaking?.troubleOf(user),
    stop() {
      isStopped = true;
      stopListening();
      speaking?.stop();
    },
  };
}
