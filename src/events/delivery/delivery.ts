import { NetworkError } from '../../errors.js';
import { createAlarm } from '../../lib/alarm.js';
import { errorOf } from '../../lib/error-of.js';
import { createQueue } from '../../lib/queue.js';
import { takeTurn } from '../../browser/turn.js';
import type { PageLeft } from '../../browser/page-left.js';
import { nudge } from '../../browser/tab-nudge.js';
import type { Credentials } from '../../identity/credentials.js';
import type { Visitor } from '../../identity/visitor.js';
import { LAST_LEASE, LEASE } from '../outbox/departures.js';
import { OUTLET } from '../outbox/outlet.js';
import type { Outbox } from '../outbox/outbox.js';
import { sizeOf, type Row } from '../outbox/row.js';
import { bellOf } from '../bell.js';
import { createRounds, type RoundOptions, type Rounds } from './round.js';

/** How long what is recorded waits for more of its kind, in milliseconds. */
const SOON = 100;
/** How many events do not wait. */
const MANY = 20;
/** How long until it may be this tab's turn, in milliseconds. */
const RETRY = 1_000;

/** What a delivery empties, and whom it tells. */
export interface DeliveryOptions extends RoundOptions, Pick<Credentials, 'forgive' | 'troubleOf'> {
  outbox: Pick<Outbox, 'count' | 'hurry' | 'leave' | 'onSent'>;
  left: PageLeft;
  visitor: Pick<Visitor, 'user'>;
  /** One tab delivers at a time what is under this name. */
  name: string;
  /** Asks the browser to let the site's service worker deliver what waits. */
  wakeWorker: () => void;
  /** Hears of the first trouble of a delivery that nobody asked for. */
  onTrouble: (trouble: unknown) => void;
}

/** Sends what waits, a few at a time, and comes back for what could not be sent. */
export interface Delivery {
  /** Sends all that waits, until it is ended. Rejects with the first trouble met, or without a token for the visitor. */
  flush(ended: AbortSignal): Promise<void>;
  /** Sends soon, together with what is recorded next. */
  soon(): void;
  /** The same for something new, of which the other tabs hear. */
  add(): void;
  /** Sends nothing more of what was taken ahead for another visitor, or without asking them. */
  recall(): void;
  /** Sends what it can at once, since the page is hidden and may be about to end. */
  urgently(): void;
  /** Writes down what the device has not taken yet, and sends once more what it may have, since the page ends before it answers. */
  leave(): void;
  stop(): void;
}

/** Makes a delivery that starts when it is told. */
export function createDelivery({ name, onTrouble, ...options }: DeliveryOptions): Delivery {
  const { now } = options;
  const rounds = createRounds(options);
  const alarm = createAlarm(() => {
    // What is new does not wait for the end of the round before it.
    rounds.wake();
    void deliver().catch(onTrouble);
  }, now);
  let comeBack = alarm.set;
  let recorded = 0;
  /** Whether something may still wait that is to be sent. */
  let isWaiting = false;
  const leaveToWorker = () => isWaiting && options.wakeWorker();
  function leave(ahead: readonly Row[]) {
    leaveToWorker();
    const rows = [...options.outbox.leave(), ...ahead].slice(0, OUTLET.calls);
    // It would refuse them.
    if (rounds.isLeftAlone) return;
    for (const row of rows) {
      // Of what was never in line, nobody has asked.
      row.size ||= sizeOf(row.event);
      void options.send(row);
    }
    options.outbox.onSent(rows);
  }
  function soon() {
    isWaiting = true;
    comeBack(now() + SOON);
  }

  async function run(departure: Parameters<Rounds['go']>[0]) {
    const [next, trouble] = await rounds.go(departure);
    isWaiting = next < Infinity;
    comeBack(next);
    if (!trouble) return;
    // Once the page ends, it may be too late for that.
    leaveToWorker();
    throw trouble;
  }

  /** Gives whether it was this tab's turn; if not, it comes back. */
  const deliver = createQueue(async () => {
    if (recorded) nudge(bellOf(name));
    recorded = 0;
    alarm.clear();
    const isTurn = await takeTurn(name, (lock) => run({ lease: lock ? 0 : LEASE, isUrgent: false }));
    if (!isTurn) comeBack(now() + RETRY);
    return isTurn;
  });

  return {
    flush: createFlush(options, deliver),
    soon,
    add: () => (++recorded < MANY ? soon() : comeBack(0)),
    recall: () => rounds.wake(true),
    urgently() {
      leaveToWorker();
      void run({ lease: LAST_LEASE, isUrgent: true }).catch(onTrouble);
      // Features have said their last by now.
      if (options.left.away) leave([]);
    },
    leave: () => leave(rounds.ahead),
    stop() {
      comeBack = () => undefined;
      rounds.stop();
      alarm.clear();
    },
  };
}

/** Makes the function that waits for this tab's turn, for what is on its way, and for what waits. */
function createFlush(
  {
    outbox,
    visitor,
    forgive,
    troubleOf,
    now,
  }: Omit<DeliveryOptions, 'left' | 'name' | 'onTrouble' | 'wakeWorker'>,
  deliver: () => Promise<unknown>,
) {
  return async (ended: AbortSignal): Promise<void> => {
    const { user } = visitor;
    if (user) forgive(user);
    await outbox.hurry();
    while (!ended.aborted) {
      const isTurn = await deliver();
      const { waiting, pausedUntil, isBusy } = await outbox.count();
      const seconds = Math.ceil((pausedUntil - now()) / 1000);
      // Nothing is wrong when there is none for those who were here before.
      const trouble = user && troubleOf(user);
      if (waiting && trouble) throw errorOf(trouble);
      if (waiting && seconds > 0) throw new NetworkError(`The service asks for a pause of ${seconds} s`);
      if (isTurn && !isBusy) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY / 4));
    }
  };
}
