import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { UserUpdateInBatch } from '../../../src/admin/index.js';
import { expectWhole, setup, user, users } from '../support/bulk.js';
import { turn } from '../support/waiting.js';

/** A source that is fed from outside, and an admin whose time passes when it is told to. */
function live(options: { chunkSize?: number } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const context = setup();
  let controller: ReadableStreamDefaultController<UserUpdateInBatch>;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const start = (given: typeof controller) => void (controller = given);
  const source = new ReadableStream<UserUpdateInBatch>({ start, pull: begin }, { highWaterMark: 0 });
  const abort = new AbortController();
  const saved: unknown[] = [];
  const checkpoint = {
    load: async () => saved.at(-1),
    save: async (state: unknown) => void saved.push(state),
  };
  const how = { ...options, checkpoint, flushInterval: 1_000, signal: abort.signal };
  return {
    ...context,
    how,
    saved,
    abort,
    work: context.admin.bulk.updateUsers(source, how),
    async give(...items: UserUpdateInBatch[]) {
      // The first work of all loads what does it.
      await begun;
      for (const item of items) controller.enqueue(item);
      await settled();
    },
    end: () => controller.close(),
    fail: (error: Error) => controller.error(error),
    async pass(time: number) {
      await vi.advanceTimersByTimeAsync(time);
      await settled();
    },
  };
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

describe('a flush interval', () => {
  it('sends what has waited so long for others, and no sooner', async () => {
    const { work, give, pass, end, sizes, saved } = live();

    await give(user(0), user(1));
    await pass(600);
    // Each that comes would keep the first one waiting for ever.
    await give(user(2));
    await pass(399);
    expect(sizes()).toEqual([]);
    await pass(1);
    expect(sizes()).toEqual([3]);
    expect(saved.at(-1)).toMatchObject({ done: [[0, 3]] });

    // Nothing has come, so there is nothing to send.
    await pass(5_000);
    await give(user(3));
    await pass(999);
    expect(sizes()).toEqual([3]);
    await pass(1);
    expect(sizes()).toEqual([3, 1]);

    await give(user(4));
    end();
    const report = await work;
    expect(report).toMatchObject({ read: 5, sent: 5, requests: 3 });
    expectWhole(report);
  });

  it('leaves chunks that fill up as they are', async () => {
    const { work, give, pass, end, sizes } = live({ chunkSize: 10 });

    await give(...users(25));
    expect(sizes()).toEqual([10, 10]);
    await pass(1_000);
    end();

    expect(await work).toMatchObject({ sent: 25, requests: 3 });
    expect(sizes()).toEqual([10, 10, 5]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps failures alone in the checkpoint, too', async () => {
    const { work, give, pass, end, saved } = live();

    await give({} as never);
    await pass(1_000);

    expect(saved.at(-1)).toMatchObject({ done: [[0, 1]], failed: [{ spans: [[0, 1]] }] });
    end();
    expect(await work).toMatchObject({ read: 1, failed: 1, requests: 0 });
  });

  it('ends at once when it is cancelled, with what was sent in the checkpoint', async () => {
    const { work, give, pass, abort, admin, how, emails } = live();
    const heard = work.catch((error: unknown) => error);
    await give(user(0));
    await pass(1_000);
    await give(user(1));

    abort.abort();

    expect(await heard).toMatchObject({ name: 'AbortError', report: { read: 2, sent: 1 } });
    expect(vi.getTimerCount()).toBe(0);
    const again = admin.bulk.updateUsers(users(3), { ...how, signal: undefined });
    await settled();
    expect(await again).toMatchObject({ read: 3, sent: 2, skipped: 1 });
    expect(emails()).toEqual(['user-0@example.com', 'user-1@example.com', 'user-2@example.com']);
  });

  it('keeps no timer when the source or the service fails', async () => {
    const broken = live();
    const heard = broken.work.catch((error: unknown) => error);
    await broken.give(user(0));
    broken.fail(new Error('The queue is gone'));
    expect(await heard).toMatchObject({ message: 'The queue is gone', report: { sent: 0 } });
    expect(vi.getTimerCount()).toBe(0);

    const refused = live();
    refused.emulator.faults.add({ kind: 'status', status: 401 });
    const told = refused.work.catch((error: unknown) => error);
    await refused.give(user(0));
    await refused.pass(1_000);
    expect(await told).toMatchObject({ status: 401 });
    expect(vi.getTimerCount()).toBe(0);
  });
});
