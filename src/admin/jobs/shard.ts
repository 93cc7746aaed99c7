/** Where some items of a larger work are kept, to be done by themselves: what a job holds. */
export interface Shard {
  id: string;
  /** How many items it has. */
  count: number;
}

/** Where shards are kept until they are done: on a disk that all workers see, in Redis, or in a place of your own. */
export interface ShardStore<Item, Kept extends Shard = Shard> {
  /** Keeps items under a name; gives what a job needs to find them again. */
  write(id: string, items: AsyncIterable<Item>): Promise<Kept>;
  /** The items of a shard, from the one at a place on. */
  read(shard: Kept, from: number): AsyncIterable<Item>;
  /** Drops a shard that is done. */
  remove(shard: Kept): Promise<void>;
}
