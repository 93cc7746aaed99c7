import { describe, expect, it } from 'vitest';
import type { BulkFailure, HookFailure, UserUpdateInBatch } from '../../../src/admin/index.js';
import { setup, user, users } from '../support/bulk.js';
import { turn } from '../support/waiting.js';

const full = new Error('The disk is full');
const failing: [string, () => void][] = [
  [
    'throws',
    () => {
      throw full;
    },
  ],
  ['rejects', () => Promise.reject(full)],
];

/** So many users of whom every fifth is none. */
const mixed = (count: number) => users(count).map((one, index) => (index % 5 ? one : ({} as never)));

describe('who hears of bulk work', () => {
  it.each(failing)(
    'ends nothing where `onProgress` %s, and is told once of each work',
    async (_, onProgress) => {
      const failures: HookFailure[] = [];
      const { admin, emails } = setup({ onError: (failure) => failures.push(failure) });

      const report = await admin.bulk.updateUsers(users(30), { chunkSize: 10, onProgress });
      await turn();

      expect(report).toMatchObject({ read: 30, sent: 30 });
      expect(emails()).toHaveLength(30);
      expect(failures).toEqual([{ hook: 'onProgress', error: full }]);
      await admin.bulk.updateUsers(users(30), { chunkSize: 10, onProgress });
      await turn();
      expect(failures).toHaveLength(2);
    },
  );

  it.each(failing)(
    'ends the work where `onFailure` %s, and tells it again when that goes on',
    async (_, onFailure) => {
      const { admin, emails } = setup();
      let state: unknown;
      const checkpoint = { load: async () => state, save: async (next: unknown) => void (state = next) };
      const options = { checkpoint, chunkSize: 10, concurrency: 1 };

      const stopped = admin.bulk.updateUsers(mixed(40), { ...options, onFailure });

      await expect(stopped).rejects.toMatchObject({
        message: full.message,
        report: { failures: [{ index: 0 }] },
      });
      const heard: number[] = [];
      const report = await admin.bulk.updateUsers(mixed(40), {
        ...options,
        onFailure: ({ index }) => void heard.push(index),
      });
      expect(report).toMatchObject({ read: 40, failed: 8 });
      expect(heard).toEqual([0, 5, 10, 15, 20, 25, 30, 35]);
      expect(emails()).toHaveLength(32);
    },
  );

  it.each(failing)(
    'ends the work where the service refuses an item and `onFailure` %s',
    async (_, onFailure) => {
      const { admin } = setup();
      let state: unknown;
      const checkpoint = { load: async () => state, save: async (next: unknown) => void (state = next) };
      const source = [user(0), { email: 'no email' }, user(2)];

      const stopped = admin.bulk.updateUsers(source, { checkpoint, onFailure });

      await expect(stopped).rejects.toMatchObject({ message: full.message, report: { sent: 2, failed: 1 } });
      const heard: number[] = [];
      const report = await admin.bulk.updateUsers(source, {
        checkpoint,
        onFailure: ({ index }) => void heard.push(index),
      });
      expect(report).toMatchObject({ skipped: 2, failed: 1 });
      expect(heard).toEqual([1]);
    },
  );

  it('keeps failures one at a time, and goes on once each is kept', async () => {
    const { admin } = setup();
    const kept: number[] = [];
    let [under, most, ahead] = [0, 0, 0];
    async function onFailure({ index }: BulkFailure<UserUpdateInBatch>) {
      under += 1;
      most = Math.max(most, under);
      await turn();
      under -= 1;
      kept.push(index);
    }
    function* source() {
      for (const [index, one] of mixed(100).entries()) {
        ahead = Math.max(ahead, index / 5 - kept.length);
        yield one;
      }
    }

    await admin.bulk.updateUsers(source(), { chunkSize: 10, onFailure });

    expect(kept).toEqual(Array.from({ length: 20 }, (_, index) => index * 5));
    expect({ most, ahead: ahead < 2 }).toEqual({ most: 1, ahead: true });
  });
});
