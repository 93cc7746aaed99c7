import { mkdtempSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  fileCheckpoint,
  type Admin,
  type BulkOptions,
  type UserUpdateInBatch,
} from '../../../src/admin/index.js';
import { expectWhole, setup, users } from '../support/bulk.js';

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
    await expect(stopAfter(3, users(50), admin, options)).rejects.toThrow('crash');

    const report = await admin.bulk.updateUsers(users(50), options);

    expect(report).toMatchObject({ read: 50, sent: 20, skipped: 30 });
    expectWhole(report);
    expect(emails()).toHaveLength(50);
    expect(sizes()).toEqual([10, 10, 10, 10, 10, 10]);
    expect(existsSync(path)).toBe(false);
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

  it('of other work is refused', async () => {
    const { admin } = setup();
    const path = checkpointIn('other.json');
    writeFileSync(
      path,
      JSON.stringify({ version: 1, operation: 'POST /api/lists/subscribe', seed: '', done: 5, apart: [] }),
    );
    const checkpoint = fileCheckpoint(path);
    await expect(admin.bulk.updateUsers(users(1), { checkpoint })).rejects.toThrow(
      'The checkpoint is of other work',
    );
    writeFileSync(path, '{"version":9}');
    await expect(admin.bulk.updateUsers(users(1), { checkpoint })).rejects.toThrow(
      'The checkpoint must hold',
    );
  });

  it('is the same wherever the work stops, with several chunks under way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (stop, concurrency) => {
          const { admin, emails } = setup();
          let saved: unknown;
          const checkpoint = {
            load: async () => saved,
            save: async (state: unknown) => void (saved = state),
          };
          const options = { chunkSize: 5, concurrency, checkpoint };
          await stopAfter(stop, users(60), admin, options).catch(() => {});

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

/** Does the work until so many chunks are done, and crashes then. */
function stopAfter(
  chunks: number,
  source: UserUpdateInBatch[],
  admin: Admin,
  options: BulkOptions<UserUpdateInBatch>,
) {
  let left = chunks;
  const onProgress = () => {
    left -= 1;
    if (left <= 0) throw new Error('A crash');
  };
  return admin.bulk.updateUsers(source, { ...options, onProgress });
}
