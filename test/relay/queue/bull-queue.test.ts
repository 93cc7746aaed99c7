import { describe, expect, it } from 'vitest';
import { connectTo } from '../../admin/support/queue.js';
import { hasRedis, startRedis } from '../../support/redis.js';
import { cart, event, large, some } from './support/calls.js';
import { startCollector } from './support/collector.js';
import { DURABLE, fill, startRelayQueue } from './support/queue.js';

describe.skipIf(!hasRedis)('a queue of a relay', () => {
  it('holds what it has accepted, whatever becomes of Redis', async () => {
    const { redis, queue, connection } = await startRelayQueue();
    await queue.add([...some(10, event), ...some(10, cart, 'bob')]);

    await redis.stop();
    await redis.start();

    await expect.poll(() => connection.isReady).toBe(true);
    await expect
      .poll(() => queue.counts().catch(() => undefined))
      .toMatchObject({ waiting: 20, accepted: 20 });
  });

  it('says since when the oldest call waits', async () => {
    const { connection } = await startRelayQueue();
    let now = 5_000;
    const queue = fill(connection, { now: () => now });
    expect(await queue.counts()).not.toHaveProperty('oldest');

    await queue.add([event('ada', 1)]);
    now = 9_000;
    await queue.add([event('bob', 2)]);

    expect(await queue.counts()).toMatchObject({ waiting: 2, oldest: 5_000 });
  });

  it('keeps the same batch once where all of it has ids, since it comes again when an answer got lost', async () => {
    const { queue } = await startRelayQueue();

    await queue.add(some(3, event));
    await queue.add(some(3, event));
    expect(await queue.counts()).toMatchObject({ waiting: 3 });

    // A cart that is the same again may have been another one meanwhile.
    await queue.add([cart('bob', 1)]);
    await queue.add([cart('bob', 2)]);
    await queue.add([cart('bob', 1)]);
    expect(await queue.counts()).toMatchObject({ waiting: 6 });
  });

  it.each([
    ['no file', { isKept: false }, '`appendonly yes`, `appendfsync always`'],
    ['a file that is written a second later', { isKept: true }, '`appendonly yes`, `appendfsync always`'],
    [
      'a file that is not synced while it is rewritten',
      { isKept: true, settings: { ...DURABLE, 'no-appendfsync-on-rewrite': 'yes' } },
      '`no-appendfsync-on-rewrite no`',
    ],
    [
      'leave to drop what it holds',
      { isKept: true, settings: { ...DURABLE, 'maxmemory-policy': 'allkeys-lru' } },
      '`maxmemory-policy noeviction`',
    ],
  ])('accepts nothing for a Redis with %s, and says what to set', async (_, options, words) => {
    const { url } = await startRedis(options);
    const queue = fill(await connectTo(url));

    const added = queue.add([event('ada', 1)]);

    await expect(added).rejects.toMatchObject({ name: 'OptionError' });
    await expect(added).rejects.toThrow(words);
    expect(await queue.counts()).toMatchObject({ accepted: 0 });
  });

  it('accepts nothing for a Redis that does not say how it keeps things', async () => {
    const { queue, connection } = await startRelayQueue();
    await connection.sendCommand(['ACL', 'SETUSER', 'default', '-config']);

    await expect(queue.add([event('ada', 1)])).rejects.toThrow('must answer `CONFIG GET`');
  });

  it('takes less where it is told so', async () => {
    const { url } = await startRedis();
    const queue = fill(await connectTo(url), { isDurable: false });

    await queue.add([event('ada', 1)]);

    expect(await queue.counts()).toMatchObject({ waiting: 1 });
  });

  it('asks again when Redis was away', async () => {
    const { redis, queue } = await startRelayQueue();
    await queue.add([event('ada', 1)]);

    await redis.stop();
    await expect(queue.add([event('ada', 2)])).rejects.toMatchObject({ name: 'NetworkError' });
    await redis.start({ appendfsync: 'everysec' });

    await expect.poll(() => queue.add([event('ada', 2)]).catch(String)).toContain('appendfsync always');
  });

  it('says within the time it is given that a Redis answers nothing', async () => {
    const { redis, queue: patient, connection } = await startRelayQueue();
    const queue = fill(connection, { timeout: 300 });
    await patient.add([event('ada', 1)]);
    await patient.add([event('ada', 2)]);

    redis.freeze();
    const left = some(3, event, 'bob').map((call) => queue.add([call]));
    for (const one of left) await expect(one).rejects.toThrow('Redis did not answer within 300 milliseconds');
    await expect(queue.add([event('cy', 1)])).rejects.toThrow('Redis did not answer within 300 milliseconds');
    redis.thaw();

    await patient.add([event('dan', 1)]);
    // What nobody waited for any more has never left, or was not kept.
    expect(await patient.counts()).toMatchObject({ waiting: 3 });
    const isAdded = () =>
      queue.add([event('eve', 1)]).then(
        () => true,
        () => false,
      );
    await expect.poll(isAdded).toBe(true);
  });

  it('keeps nothing after the page was told to tell it again, which may have told newer things since', async () => {
    const { redis, queue, work } = await startRelayQueue();
    const other = fill(await connectTo(redis.url));
    const service = await startCollector();
    await Promise.all([queue, other].map((one, index) => one.add([cart('bob', index)])));

    redis.freeze();
    const adding = [queue, other].map((one) => one.add([cart('ada', 0)], { patience: 300 }));
    for (const added of adding) await expect(added).rejects.toMatchObject({ name: 'NetworkError' });
    redis.thaw();
    await expect.poll(() => other.add([cart('ada', 0), cart('ada', 1)]).catch(String)).toBeUndefined();

    await work(service.baseUrl);
    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0 });
    expect(service.numbers('ada@example.com', 'cart')).toEqual([0, 1]);
  });

  it('accepts nothing where Redis is nearly full, so that it can be emptied', async () => {
    const { queue, connection } = await startRelayQueue({ maxmemory: '8mb' });
    let accepted = 0;
    const fillUp = async () => {
      for (; accepted < 1_000; accepted += 1) await queue.add([large('ada', accepted)]);
    };

    await expect(fillUp()).rejects.toThrow('Redis is full');

    expect(accepted).toBeGreaterThan(10);
    expect(await queue.counts()).toMatchObject({ accepted, waiting: accepted });
    expect(await connection.info('memory')).toMatch(/used_memory:[67]/);
  });

  it('must be given a client of Redis', () => {
    expect(() => fill({ host: 'localhost' } as never)).toThrow(
      '`connection` must be a client of the package `redis`',
    );
  });
});
