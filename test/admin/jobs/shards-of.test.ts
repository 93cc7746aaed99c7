import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderStore, mergeReports, shardsOf, type FileShard } from '../../../src/admin/jobs.js';

interface Person {
  email: string;
  dataFields: { turn: number };
}

/** Many people, each of whom comes several times, far apart. */
function* people(count: number, turns = 3): Generator<Person> {
  for (let turn = 0; turn < turns; turn += 1)
    for (let index = 0; index < count; index += 1)
      yield { email: `user-${index}@example.com`, dataFields: { turn } };
}

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'tidings-test-shards-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function listOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('shards', () => {
  it.each([
    ['many small parts in each', 2_000, 1_000],
    ['each a part of what is kept together', 2_000, 15],
    ['one of all', 100, 50_000],
  ])('hold every item once, all of a person in one and in order: %s', async (_, count, size) => {
    const store = folderStore<Person>(folder());

    const shards = await listOf(shardsOf(people(count), { size, to: store }));

    const contents = await Promise.all(shards.map((shard) => listOf(store.read(shard, 0))));
    expect(contents.map(({ length }) => length)).toEqual(shards.map((shard) => shard.count));
    expect(contents.flat()).toHaveLength(count * 3);
    const turnsIn = (items: Person[]) => {
      const turns = new Map<string, string>();
      for (const { email, dataFields } of items)
        turns.set(email, `${turns.get(email) ?? ''}${dataFields.turn}`);
      return turns;
    };
    const turns = contents.flatMap((items) => [...turnsIn(items)]);
    expect(turns).toHaveLength(count);
    expect(new Set(turns.map(([, seen]) => seen))).toEqual(new Set(['012']));
    expect(new Set(shards.map(({ id }) => id)).size).toBe(shards.length);
    // One person's may be more than that, and parts are not all of one size.
    expect(shards.length).toBeLessThanOrEqual(Math.max(1, ((count * 3) / size) * 4));
  });

  it('are in order and at any place to be opened', async () => {
    const store = folderStore<{ itemId: string }>(folder());
    const items = Array.from({ length: 3_456 }, (_, index) => ({ itemId: `größe-${index}` }));
    const [shard] = await listOf(shardsOf(items, { to: store, by: () => 'all', size: 10_000 }));

    for (const from of [0, 1, 999, 1_000, 1_001, 3_000, 3_455, 3_456])
      expect(await listOf(store.read(shard as FileShard, from))).toEqual(items.slice(from));
  });

  it('have the same ids for the same source and name, and others for anything else', async () => {
    const idsOf = async (count: number, name?: string) => {
      const shards = await listOf(
        shardsOf(people(count), { size: 500, to: folderStore(folder()), ...(name && { name }) }),
      );
      return shards.map(({ id }) => id);
    };

    const ids = await idsOf(1_000, 'spring');

    expect(await idsOf(1_000, 'spring')).toEqual(ids);
    const others = [
      ...(await idsOf(1_001, 'spring')),
      ...(await idsOf(1_000, 'autumn')),
      ...(await idsOf(1_000)),
    ];
    // What an added person is not with stays as it is.
    expect(others.filter((id) => ids.includes(id)).length).toBeLessThan(ids.length);
    expect(ids.every((id) => /^spring-[0-9a-f]+$/.test(id))).toBe(true);
  });

  it('leave nothing behind on this machine, also when the source fails', async () => {
    const path = folder();
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = path;
    onTestFinished(() => {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
    });
    async function* broken() {
      yield* people(3);
      throw new Error('The database went away');
    }

    await expect(listOf(shardsOf(broken(), { to: folderStore(join(path, 'store')) }))).rejects.toThrow(
      'The database went away',
    );

    expect(readdirSync(path)).toEqual([]);
  });

  it('end when they are stopped, also while the source hangs', async () => {
    const stop = new AbortController();
    async function* hanging() {
      yield* people(1);
      stop.abort(new Error('Stopped'));
      await new Promise(() => {});
    }

    const reading = listOf(shardsOf(hanging(), { to: folderStore(folder()), signal: stop.signal }));

    await expect(reading).rejects.toThrow('Stopped');
  });

  it('are none of an empty source, and refuse what JSON cannot hold', async () => {
    const to = folderStore<unknown>(folder());

    expect(await listOf(shardsOf<unknown, FileShard>([], { to }))).toEqual([]);
    await expect(listOf(shardsOf<unknown, FileShard>([{ big: 1n }], { to }))).rejects.toThrow(
      'Item 0 of the source must be what JSON can hold',
    );
    await expect(listOf(shardsOf<unknown, FileShard>([], { to, size: 0 }))).rejects.toThrow(
      '`size` must be a whole number above 0',
    );
  });

  it('are dropped when they are done', async () => {
    const path = folder();
    const store = folderStore<Person>(path);
    const [shard] = await listOf(shardsOf(people(3), { to: store }));
    expect(readdirSync(path)).toHaveLength(1);

    await store.remove(shard as FileShard);

    expect(readdirSync(path)).toEqual([]);
  });
});

describe('reports', () => {
  it('add up', () => {
    const reports = [
      { read: 5, sent: 3, failed: 1, skipped: 1 },
      { read: 2, sent: 2, failed: 0, skipped: 0 },
    ];

    expect(mergeReports(reports)).toEqual({ read: 7, sent: 5, failed: 1, skipped: 1 });
    expect(mergeReports([])).toEqual({ read: 0, sent: 0, failed: 0, skipped: 0 });
  });
});
