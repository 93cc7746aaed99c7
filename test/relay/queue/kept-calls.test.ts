import { describe, expect, it } from 'vitest';
import { batchesOf } from '../../../src/relay/queue/batch.js';
import { createKeptCalls, jobOf, type HeldShift } from '../../../src/relay/queue/kept-calls.js';
import { checkedPlace } from '../../../src/relay/queue/queue-connection.js';
import { connectTo } from '../../admin/support/queue.js';
import { hasRedis, startRedis } from '../../support/redis.js';
import { cart, event, some } from './support/calls.js';

/** Calls in a Redis of their own, and a way to hold a shift of them. */
async function setup() {
  const { url } = await startRedis();
  const { connection, keys } = checkedPlace({ connection: await connectTo(url) });
  const kept = createKeptCalls(connection, keys);
  const add = async (...calls: Parameters<typeof batchesOf>[0]) =>
    kept.add(batchesOf(calls, 1_000), Number.MAX_SAFE_INTEGER);

  return {
    kept,
    add,
    /** Adds calls of one user, and begins their shift. */
    async begin(...calls: Parameters<typeof batchesOf>[0]): Promise<HeldShift> {
      const [shift = { partition: -1, epoch: '' }] = await add(...calls);
      await connection.sendCommand(['SET', keys.lock(jobOf(shift)), 'token']);
      return { ...shift, token: 'token' };
    },
  };
}

const nothing = { taken: 1, kept: [], delivered: 1, refused: [], done: [] };
const lost = expect.objectContaining({ name: 'LostLease' }) as unknown;

describe.skipIf(!hasRedis)('kept calls', () => {
  it('begin a shift when they come to a partition that holds nothing', async () => {
    const { add, begin, kept } = await setup();

    const shift = await begin(cart('ada', 1));

    expect(await add(cart('ada', 2))).toEqual([]);
    expect(await kept.shifts()).toEqual([{ partition: shift.partition, epoch: '0' }]);
  });

  it('end their shift when all are taken off, so that those after them begin another one', async () => {
    const { add, begin, kept } = await setup();
    const shift = await begin(cart('ada', 1));
    await kept.settle(shift, nothing);
    expect(await add(cart('ada', 2))).toEqual([{ partition: shift.partition, epoch: '0' }]);
    expect(await kept.take(shift)).toHaveLength(1);
    await kept.settle(shift, nothing);

    expect(await kept.take(shift)).toBeUndefined();

    expect(await add(cart('ada', 3))).toEqual([{ partition: shift.partition, epoch: '1' }]);
    // Whoever holds the job of the shift before has nothing to do, and nothing to say.
    expect(await kept.take(shift)).toBeUndefined();
    await expect(kept.settle(shift, nothing)).rejects.toEqual(lost);
    expect(await kept.counts()).toMatchObject({ waiting: 1 });
  });

  it('call somebody again when they come to a partition at rest, once', async () => {
    const { add, begin, kept } = await setup();
    const { partition } = await begin(cart('ada', 1));

    await kept.rest(partition);

    expect(await add(cart('ada', 2))).toEqual([{ partition, epoch: '0' }]);
    expect(await add(cart('ada', 3))).toEqual([]);
  });

  it('are given to, and taken off by, whoever holds the lock alone', async () => {
    const { begin, kept } = await setup();
    const shift = { ...(await begin(cart('ada', 1))), token: 'another' };

    await expect(kept.take(shift)).rejects.toEqual(lost);
    await expect(kept.settle(shift, nothing)).rejects.toEqual(lost);

    expect(await kept.counts()).toMatchObject({ waiting: 1 });
  });

  it('are known by their ids until they are taken off', async () => {
    const { add, begin, kept } = await setup();
    const shift = await begin(...some(2, event));
    await add(...some(2, event));
    expect(await kept.counts()).toMatchObject({ waiting: 2 });
    const [batch] = (await kept.take(shift)) ?? [];

    await kept.settle(shift, { ...nothing, delivered: 2, done: [batch?.id ?? ''] });
    await add(...some(2, event));

    expect(await kept.counts()).toMatchObject({ waiting: 2 });
  });

  it('keep what is left of them before those that came meanwhile', async () => {
    const { add, begin, kept } = await setup();
    const shift = await begin(...some(3, cart));
    const [batch = { at: 0, calls: [] }] = (await kept.take(shift)) ?? [];
    await add(cart('ada', 3));

    const left = [{ ...batch, calls: batch.calls.slice(1) }];
    await kept.settle(shift, { ...nothing, kept: left });

    const numbers = (await kept.take(shift))?.map(({ calls }) => calls);
    expect(numbers).toEqual([some(3, cart).slice(1), [cart('ada', 3)]]);
    expect(await kept.counts()).toMatchObject({ waiting: 3, oldest: 1_000 });
  });

  it('stay in their place where nothing became of any of them', async () => {
    const { begin, kept } = await setup();
    const shift = await begin(cart('ada', 1));
    const batches = (await kept.take(shift)) ?? [];

    await kept.settle(shift, { ...nothing, kept: batches, delivered: 0 });

    expect(await kept.take(shift)).toEqual(batches);
    expect(await kept.counts()).toMatchObject({ waiting: 1, delivered: 0, refused: 0 });
  });
});
