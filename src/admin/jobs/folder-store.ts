import { jsonLinesOf } from './json-lines.js';
import { piecesOf } from './pieces.js';
import type { Shard, ShardStore } from './shard.js';

/** A shard in a file. */
export interface FileShard extends Shard {
  /** Where in the file every thousandth item begins, in bytes. */
  marks: number[];
}

/** Of how many items one has a mark. */
const EVERY = 1_000;

/** Keeps shards as files of a folder that all workers see, such as one of a shared disk; on Node. */
export function folderStore<Item>(path: string): ShardStore<Item, FileShard> {
  const fileOf = (id: string) => `${path}/${id}.ndjson`;

  return {
    async write(id, items) {
      const { mkdir, open, rename } = await import('node:fs/promises');
      await mkdir(path, { recursive: true });
      const file = await open(`${fileOf(id)}.new`, 'w');
      const marks: number[] = [];
      let [count, at] = [0, 0];
      try {
        for await (const piece of piecesOf(items, EVERY)) {
          marks.push(at);
          const lines = Buffer.from(piece.map((item) => `${JSON.stringify(item)}\n`).join(''));
          await file.writeFile(lines);
          at += lines.length;
          count += piece.length;
        }
        await file.sync();
      } finally {
        await file.close();
      }
      // Under its name it is whole.
      await rename(`${fileOf(id)}.new`, fileOf(id));
      return { id, count, marks };
    },
    async *read({ id, marks }, from) {
      const { createReadStream } = await import('node:fs');
      const start = marks[Math.floor(from / EVERY)];
      if (start === undefined) return;
      let toSkip = from % EVERY;
      for await (const item of jsonLinesOf<Item>(createReadStream(fileOf(id), { start }))) {
        if (toSkip > 0) toSkip -= 1;
        else yield item;
      }
    },
    async remove({ id }) {
      const { rm } = await import('node:fs/promises');
      await rm(fileOf(id), { force: true });
    },
  };
}
