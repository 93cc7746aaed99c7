import { mkdtempSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileCheckpoint } from '../../../src/admin/files.js';
import type { Admin, BulkOptions, Checkpoint, UserUpdateInBatch } from '../../../src/admin/index.js';
import { expectWhole, setup, users } from '../support/bulk.js';

/** The first list that an emulator makes. */
const LIST = 1001;

describe('a checkpoint', () => {
  const checkpointIn = (name: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'tidings-checkpoint-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return join(folder, name);
  };

  it('lets the same call go on where it was, and is gone in the end', async () => {
    const { admin, fail, sizes, emails } = setup();
    const path = checkpointIn('users.json');
    const options: BulkOptions<UserUpdateInBatch> = {
      chunkSize: 10,
      concurrency: 1,
      checkpoint: fileCheckpoint(path),
    };
    fail({ kind: 'status', status: 403, times: 1, route: 'POST /api/users/bulkUpdate' });
    await expect(admin.bulk.updateUsers(users(50), options)).rejects.toMatchObject({ status: 403 });
    expect(existsSync(path)).toBe(true);
    await expect(
      stopAfter(3, (stop) => admin.bulk.updateUsers(users(50), { ...options, ...stop })),
    ).rejects.toThrow('crash');

    const report = await admin.bulk.updateUsers(users(50), options);

    expect(report).toMatchObject({ read: 50, sent: 20, skipped: 30 });
    expectWhole(report);
    expect(emails()).toHaveLength(50);
    expect(sizes()).toEqual([10, 10, 10, 10, 10, 10]);
    expect(existsSync(path)).toBe(false);
  });

  it('opens a source where the work goes on, and counts what was before', async () => {
    const { admin, fail, sizes, emails } = setup();
    const opened: number[] = [];
    const open = (from: number) => {
      opened.push(from);
      return [{ plan: 'flat' } as never, ...users(49)].slice(from);
    };
    const checkpoint = fileCheckpoint(checkpointIn('seek.json'));
    const options = { checkpoint, chunkSize: 10, concurrency: 1 };
    const failFirst = (sent: number) => {
      if (sent === 20) fail({ kind: 'status', status: 403, times: 1 });
    };
    await expect(
      admin.bulk.updateUsers(open, { ...options, onProgress: ({ sent }) => failFirst(sent) }),
    ).rejects.toMatchObject({ status: 403 });

    const report = await admin.bulk.updateUsers(open, options);

    expect(opened).toEqual([0, 21]);
    expect(report).toMatchObject({ read: 50, sent: 29, skipped: 20, failed: 1, failures: [] });
    expectWhole(report);
    expect(sizes()).toEqual([10, 10, 10, 10, 10, 9]);
    expect(emails()).toHaveLength(49);
  });

  it('repeats at most what was under way, and gives a repeated event the same id', async () => {
    const { admin, emulator, fail } = setup();
    const checkpoint = fileCheckpoint(checkpointIn('events.json'));
    const events = Array.from({ length: 30 }, () => ({ email: 'ada@example.com', eventName: 'viewed' }));
    const options = { checkpoint, chunkSize: 10, concurrency: 1 };
    // The service has acted, and nobody heard of it.
    fail({ kind: 'lose', times: 1 });
    await expect(
      admin.bulk.trackEvents(events, { ...options, retry: { attempts: 1 } }),
    ).rejects.toMatchObject({
      name: 'NetworkError',
    });

    expect(await admin.bulk.trackEvents(events, options)).toMatchObject({ sent: 30 });

    expect(emulator.inspect.events('customEvent')).toHaveLength(30);
  });

  it.each<[string, (admin: Admin, checkpoint: Checkpoint) => Promise<unknown>, string]>([
    [
      'another list',
      (admin, checkpoint) => admin.bulk.subscribe(users(20), { listId: 1002, checkpoint }),
      'The checkpoint is of other work: its `listId` is 1001, and here it is 1002; give each work a checkpoint of its own',
    ],
    [
      'other work',
      (admin, checkpoint) => admin.bulk.unsubscribe(users(20) as never, { listId: LIST, checkpoint }),
      'its `operation` is "POST /api/lists/subscribe", and here it is "POST /api/lists/unsubscribe"',
    ],
    [
      'one option more',
      (admin, checkpoint) =>
        admin.bulk.subscribe(users(20), { listId: LIST, updateExistingUsersOnly: true, checkpoint }),
      'its `updateExistingUsersOnly` is not set, and here it is true',
    ],
    [
      'another service',
      (_, checkpoint) =>
        setup({ baseUrl: 'http://elsewhere' }).admin.bulk.subscribe(users(20), { listId: LIST, checkpoint }),
      'its `service` is "http://emulator',
    ],
  ])('is of what was asked: %s is refused, and nothing is lost', async (_, other, said) => {
    const { admin } = setup();
    const { listId } = await admin.lists.create({ name: 'Spring' });
    let saved: unknown;
    const checkpoint = { load: async () => saved, save: async (state: unknown) => void (saved = state) };
    const work = (stop?: Stop) =>
      admin.bulk.subscribe(users(20), {
        listId: LIST,
        chunkSize: 10,
        concurrency: 1,
        checkpoint,
        ...stop,
      });
    expect(listId).toBe(LIST);
    await expect(stopAfter(1, work)).rejects.toThrow('crash');

    await expect(other(admin, checkpoint)).rejects.toThrow(said);

    expect(await work()).toMatchObject({ sent: 10, skipped: 10 });
  });

  it('that holds something else is refused', async () => {
    const { admin } = setup();
    const path = checkpointIn('other.json');
    const checkpoint = fileCheckpoint(path);
    for (const text of ['{"version":9}', '{"vers']) {
      writeFileSync(path, text);
      await expect(admin.bulk.updateUsers(users(1), { checkpoint })).rejects.toThrow(
        'The checkpoint must hold',
      );
    }
  });

  it('gives what failed before as failed again, each with why', async () => {
    const { admin, fail } = setup();
    const path = checkpointIn('failed.json');
    const source = users(60).map((user, index): UserUpdateInBatch =>
      index % 9 === 4 ? { email: 'no email' } : index % 10 === 7 ? ({ plan: 'pro' } as never) : user,
    );
    const options = { chunkSize: 10, concurrency: 1, checkpoint: fileCheckpoint(path) };
    const whole = await setup().admin.bulk.updateUsers(source, { chunkSize: 10 });
    await expect(
      stopAfter(3, (stop) => admin.bulk.updateUsers(source, { ...options, ...stop })),
    ).rejects.toThrow('crash');
    fail({ kind: 'status', status: 403 });
    await expect(admin.bulk.updateUsers(source, options)).rejects.toMatchObject({ status: 403 });
    const heard: number[] = [];

    const report = await admin.bulk.updateUsers(source, {
      ...options,
      onFailure: ({ index }) => heard.push(index),
    });

    const inOrder = (failures: readonly { index: number }[]) =>
      failures.toSorted((a, b) => a.index - b.index);
    expect(whole.failed).toBe(13);
    expect(inOrder(report.failures)).toEqual(inOrder(whole.failures));
    expect(heard.sort((a, b) => a - b)).toEqual(inOrder(whole.failures).map(({ index }) => index));
    expect(report.skipped).toBeGreaterThan(20);
    expectWhole(report);
  });

  it('is the same wherever the work stops, with several chunks under way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (chunks, concurrency) => {
          const { admin, emails } = setup();
          let saved: unknown;
          const checkpoint = {
            load: async () => saved,
            save: async (state: unknown) => void (saved = state),
          };
          const options = { chunkSize: 5, concurrency, checkpoint };
          await stopAfter(chunks, (stop) => admin.bulk.updateUsers(users(60), { ...options, ...stop })).catch(
            () => {},
          );

          const report = await admin.bulk.updateUsers(users(60), options);

          expectWhole(report);
          expect(report.failed).toBe(0);
          expect(new Set(emails()).size).toBe(60);
        },
      ),
      { seed: 2, numRuns: 25 },
    );
  });
});

type Stop = Required<Pick<BulkOptions<UserUpdateInBatch>, 'onProgress' | 'signal'>>;

/** Does work until so many chunks are done, and crashes then. */
function stopAfter(chunks: number, work: (stop: Stop) => Promise<unknown>) {
  const controller = new AbortController();
  let left = chunks;
  return work({
    signal: controller.signal,
    onProgress() {
      left -= 1;
      if (left <= 0) controller.abort(new Error('A crash'));
    },
  });
}
