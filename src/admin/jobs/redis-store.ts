import { must } from '../../lib/must.js';
import { piecesOf } from './pieces.js';
import type { ShardStore } from './shard.js';

/** What is asked of a client of the package `redis` by who keeps shards in it. */
export interface RedisListClient {
  rPush(key: string, value: string): Promise<unknown>;
  lIndex(key: string, index: number): Promise<unknown>;
  del(key: string): Promise<unknown>;
}

/** How many items stand in one value. */
const PIECE = 1_000;

/** Keeps shards in Redis itself, where machines share no disk: it needs the memory for those that are not done. */
export function redisStore<Item>({ client }: { client: RedisListClient }): ShardStore<Item> {
  const keyOf = (id: string) => `tidings:shard:{${id}}`;

  return {
    async write(id, items) {
      const key = keyOf(id);
      let count = 0;
      // Somebody may have died over it.
      await client.del(key);
      for await (const piece of piecesOf(items, PIECE)) {
        await client.rPush(key, JSON.stringify(piece));
        count += piece.length;
      }
      return { id, count };
    },
    async *read({ id, count }, from) {
      for (let at = from; at < count;) {
        const text = await client.lIndex(keyOf(id), Math.floor(at / PIECE));
        must(typeof text === 'string', `The items of ${id} must be in Redis until they are done`);
        const items = (JSON.parse(text) as Item[]).slice(at % PIECE);
        yield* items;
        at += items.length;
      }
    },
    remove: async ({ id }) => void (await client.del(keyOf(id))),
  };
}
