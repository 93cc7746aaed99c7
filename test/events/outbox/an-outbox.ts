import { memoryStore, type Store } from '../../../src/browser/store.js';
import type { TrackedEvent } from '../../../src/events/event.js';
import { createExchange, type ExchangeOptions } from '../../../src/events/outbox/exchange.js';
import type { Drop, Limits } from '../../../src/events/outbox/ledger.js';
import { createOutbox, type OutboxOptions } from '../../../src/events/outbox/outbox.js';
import type { Row } from '../../../src/events/outbox/row.js';

export const ada = { email: 'ada@example.com' };
export const bob = { userId: 'bob' };
export const everything = { events: Infinity, bytes: Infinity, age: Infinity, anonymous: Infinity };

let made = 0;
export const facts = (user: TrackedEvent['user']) => ({ id: `${++made}`, user, recordedAt: 0 });
export const custom = (name: string, user: TrackedEvent['user'] = ada): TrackedEvent => ({
  kind: 'custom',
  name,
  ...facts(user),
});
export const purchase = (user: TrackedEvent['user'] = ada): TrackedEvent => ({
  kind: 'purchase',
  items: [],
  total: 1,
  ...facts(user),
});
export const cart = (): TrackedEvent => ({ kind: 'cart', items: [], ...facts(ada) });
export const opened = (): TrackedEvent => ({
  kind: 'message',
  route: 'POST /api/events/trackInAppOpen',
  body: { messageId: 'm' },
  ...facts(ada),
});

/** An outbox over a store, with a clock to set, what it has dropped, and all rows it holds. */
export function setup(options: Partial<OutboxOptions & ExchangeOptions> = {}, limits: Partial<Limits> = {}) {
  const store: Store<Row> = options.store ?? memoryStore<Row>();
  const clock = { now: 1_000 };
  const dropped: Drop[] = [];
  const all = {
    store,
    limits: { ...everything, ...limits },
    lastWords: { keep: () => false, forget: () => undefined },
    page: 'this',
    heldUntil: () => 0,
    troubleOf: () => undefined,
    coming: () => undefined,
    uncertain: 'assume' as const,
    visitor: { agrees: true, isMet: true, isSaid: false, settle: () => undefined, word: { at: 0 } },
    onDropped: (drop: Drop) => dropped.push(drop),
    now: () => clock.now,
    random: () => 0.5,
    ...options,
  };
  const own = createOutbox(all);
  const outbox = { ...own, exchange: createExchange({ ...all, outbox: own }) };
  const take = async (limit = 4, lease = 100) =>
    (await outbox.exchange([], { limit, ahead: 0, lease, isUrgent: false })).rows;
  const rows = () => store((table) => table.first('0', '6', Infinity));
  return { store, clock, dropped, outbox, take, rows };
}
