import type { UserRef } from '../../api/models/user.js';
import type { Store } from '../../browser/store.js';
import { LAST_LEASE, move } from '../../events/outbox/departures.js';
import { timeOf } from '../../events/delivery/event-time.js';
import type { TrackedMessage } from '../../events/event.js';
import { count, enqueue, onLedger, type Ledger } from '../../events/outbox/ledger.js';
import {
  ASIDE,
  FLIGHT,
  isRow,
  JOURNAL,
  newRow,
  RANKS,
  type Lease,
  type Row,
} from '../../events/outbox/row.js';
import { arrive, isPausedAt } from '../../events/outbox/outcome.js';
import { orderedKey } from '../../lib/ordered-key.js';
import { recipientIn } from '../recipient.js';
import type { WorkerService } from './worker-service.js';
import type { Post } from '../push-token.js';

/** How many events are looked through for those of a service worker. */
const SIGHT = 1_000;

/** The outbox that the pages of this site share, as their service worker uses it. */
export interface WorkerOutbox {
  /** Keeps what is to be told of a user, for the next page to deliver, unless it is delivered from here. */
  record(route: Post, body: object, user: UserRef): Promise<void>;
  /** Delivers what is told by one of the routes, as far as it can be from here. Gives whether nothing is left. */
  deliver(routes: readonly string[]): Promise<boolean>;
}

/** What the outbox of a service worker is made of. */
export interface WorkerOutboxOptions {
  store: Store<Row>;
  service: WorkerService;
  now: () => number;
  uuid: () => string;
}

/** Keeps to the rules of the outbox, of which a service worker has no more than it takes. */
export function createWorkerOutbox({ store, service, now, uuid }: WorkerOutboxOptions): WorkerOutbox {
  const page = uuid();

  async function change<Result>(
    work: (ledger: Ledger) => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    // Pages keep to the limits of the outbox; what a service worker does never looks at them.
    // Where nobody gets pushes, the visitor has not agreed, or not any more: then nothing is written.
    const [result] = await store(async (table) =>
      (await recipientIn(table)) ? onLedger(table, { now: now() } as Ledger, work) : [],
    );
    return result;
  }

  /** Gives whether it was delivered. What is refused is put back, since a page can tell of it. */
  async function deliverOne({ key, event: { user } }: Row): Promise<boolean> {
    const token = await service.tokenFor(user as UserRef);
    const row = await change((ledger) => take(ledger, key, page));
    if (!row) return false;
    const { route, body, recordedAt } = row.event as TrackedMessage;
    const isDelivered = await service.post(
      route as Post,
      { ...timeOf(recordedAt, now()), ...body, ...user },
      token,
    );
    await change((ledger) => settle(ledger, row, isDelivered));
    return isDelivered;
  }

  return {
    async record(route, body, user) {
      const id = uuid();
      const event = { kind: 'message', id, user, recordedAt: now(), route, body } as TrackedMessage;
      const row = newRow(orderedKey(now() * 1000, id), event);
      await store(async (table) => {
        // Without one, the visitor has not agreed, or not any more.
        if (await recipientIn(table)) table.put(row.key, row);
      });
    },
    async deliver(routes) {
      let isDone = true;
      // Whether a page has put them in line or not. What it is sending cannot be taken, and is left until its answer is known.
      const rows = await store(async (table) => [
        ...(await table.first(JOURNAL, RANKS.cart, SIGHT)),
        ...(await table.first(FLIGHT, ASIDE, SIGHT)),
      ]);
      for (const row of rows.filter(isRow)) {
        const { event } = row;
        if (event.kind !== 'message' || !routes.includes(event.route)) continue;
        // One user's token may be missing, and another's not.
        isDone = (await deliverOne(row).catch(() => false)) && isDone;
      }
      return isDone;
    },
  };
}

/** Lets a row be on its way from here, if it still waits and nothing keeps it from leaving. */
async function take(ledger: Ledger, key: string, page: string): Promise<Row | undefined> {
  const { table, tally, now } = ledger;
  const row = await table.get(key);
  if (!row || isPausedAt(now, tally)) return undefined;
  table.delete(key);
  if (key < RANKS.custom) {
    count(ledger, row, 1);
    enqueue(ledger, row);
    table.delete(row.key);
  }
  move(ledger, row, { by: page, until: now + LAST_LEASE });
  return row;
}

/** Takes a row that was sent out of the outbox, or puts it back, unless it is somebody else's by now. */
async function settle(ledger: Ledger, { key, lease }: Row, isDelivered: boolean): Promise<void> {
  const flight = FLIGHT + key;
  const found = await ledger.table.get(flight);
  if (found?.lease?.by !== (lease as Lease).by) return;
  ledger.table.delete(flight);
  if (isDelivered) arrive(ledger, found);
  else move(ledger, found);
}
