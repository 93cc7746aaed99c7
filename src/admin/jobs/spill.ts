import { OptionError } from '../../errors.js';
import { hashOf } from '../../lib/hash-of.js';
import { asJson } from '../bulk/as-json.js';
import { jsonLinesOf } from './json-lines.js';

/** What becomes one shard. */
export interface Part<Item> {
  /** Another one for any other items. */
  digest: string;
  items(): AsyncIterable<Item>;
}

/** Items by whom they are about, in files of this machine until they are removed. */
export interface Spill<Item> {
  add(item: Item): Promise<void>;
  /** Parts of about so many items at most, that have nobody in common. */
  parts(size: number): Promise<Part<Item>[]>;
  remove(): Promise<void>;
}

/** Into how many files items are parted while nobody knows how many there are. */
const FILES = 256;
/** How many characters wait to be written at most. */
const WAITING = 16e6;

interface Bucket {
  path: string;
  count: number;
  lines: string[];
  digest(): string;
}

/** Makes an empty spill; `subjectOf` says whose items must stay together. */
export async function createSpill<Item>(subjectOf: (item: Item) => string): Promise<Spill<Item>> {
  const { appendFile, mkdtemp, rm } = await import('node:fs/promises');
  const { createHash } = await import('node:crypto');
  const { tmpdir } = await import('node:os');
  const folder = await mkdtemp(`${tmpdir()}/tidings-shards-`);
  const buckets = Array.from({ length: FILES }, (_, index) => {
    const hash = createHash('sha256');
    const lines: string[] = [];
    return {
      path: `${folder}/${index}.ndjson`,
      count: 0,
      lines,
      add(line: string) {
        hash.update(line);
        lines.push(line);
      },
      digest: () => hash.copy().digest('hex'),
    };
  });
  let waiting = 0;
  let index = 0;

  async function flush(): Promise<void> {
    waiting = 0;
    for (const { path, lines } of buckets) if (lines.length) await appendFile(path, lines.splice(0).join(''));
  }

  /** The items of some files, or of one file those whose turn it is among so many parts. */
  async function* read(group: Bucket[], turn = 0, turns = 1): AsyncGenerator<Item, undefined> {
    const { createReadStream } = await import('node:fs');
    for (const { path, count } of group) {
      if (!count) continue;
      for await (const item of jsonLinesOf<Item>(createReadStream(path)))
        if (turns === 1 || Math.floor(hashOf(subjectOf(item)) / FILES) % turns === turn) yield item;
    }
    return undefined;
  }

  function partsOf(group: Bucket[], size: number): Part<Item>[] {
    const count = group.reduce((sum, bucket) => sum + bucket.count, 0);
    const turns = Math.ceil(count / size);
    const all = group.map((bucket) => bucket.digest()).join();
    return Array.from({ length: turns }, (_, turn) => ({
      digest: createHash('sha256').update(`${all} ${turn} ${turns}`).digest('hex').slice(0, 24),
      items: () => read(group, turn, turns),
    }));
  }

  return {
    async add(item) {
      const line = textOf(item, index);
      index += 1;
      const bucket = buckets[hashOf(subjectOf(item)) % FILES];
      bucket?.add(line);
      if (bucket) bucket.count += 1;
      waiting += line.length;
      if (waiting > WAITING) await flush();
    },
    async parts(size) {
      await flush();
      return grouped(buckets, size).flatMap((group) => partsOf(group, size));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Neighbours together, as long as they do not have more items than one part. */
function grouped(buckets: readonly Bucket[], size: number): Bucket[][] {
  const groups: Bucket[][] = [];
  let count = Infinity;
  for (const bucket of buckets) {
    count += bucket.count;
    if (count > size) {
      groups.push([]);
      ({ count } = bucket);
    }
    groups.at(-1)?.push(bucket);
  }
  return groups;
}

function textOf(item: unknown, index: number): string {
  const json = asJson(item, `Item ${index} of the source`);
  if ('problem' in json) throw new OptionError(json.problem);
  return `${JSON.stringify(json.made ?? null)}\n`;
}
