import { describe, expect, it } from 'vitest';
import { createDurability } from '../../../src/relay/queue/durability.js';
import type { QueueConnection } from '../../../src/relay/queue.js';
import { connectTo } from '../../admin/support/queue.js';
import { event } from './support/calls.js';
import { fill } from './support/queue.js';
import { hasRedis, startRedis } from '../../support/redis.js';

/** A Redis that says it is a newer one, which can be asked to wait for its disk; most machines that test have none. */
function newer(client: QueueConnection, onDisk: () => number) {
  const asked: string[][] = [];
  const redis: QueueConnection = {
    get isReady() {
      return client.isReady;
    },
    connect: () => client.connect(),
    duplicate: () => client.duplicate(),
    destroy: () => client.destroy(),
    on: (...how) => client.on(...how),
    eval: (...how) => client.eval(...how),
    async sendCommand(words) {
      if (words[0] === 'INFO') return 'redis_version:7.2.0';
      if (words[0] !== 'WAITAOF') return client.sendCommand(words);
      asked.push(words);
      return [onDisk(), 0];
    },
  };
  return { redis, asked };
}

describe.skipIf(!hasRedis)('durability', () => {
  it('is waited for where Redis writes its file later, and can be asked to wait', async () => {
    const { url } = await startRedis({ isKept: true });
    let onDisk = 1;
    const connection = await connectTo(url);
    const { redis, asked } = newer(connection.duplicate(), () => onDisk);
    const queue = fill(Object.assign(connection, { duplicate: () => redis }), { timeout: 700 });

    await queue.add([event('ada', 1)]);
    expect(asked).toEqual([['WAITAOF', '1', '0', '700']]);

    onDisk = 0;
    const added = queue.add([event('ada', 2)]);
    await expect(added).rejects.toThrow('Redis did not have it on disk within 700 milliseconds');
  });

  it('is the answer itself where Redis writes its file first', async () => {
    const { url } = await startRedis({ isKept: true, settings: { appendfsync: 'always' } });
    const { redis, asked } = newer(await connectTo(url), () => 0);

    await createDurability(redis, 700).confirm();

    expect(asked).toEqual([]);
  });
});
