import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { UserUpdateInBatch } from '../../../src/admin/index.js';
import { setup, users } from '../support/bulk.js';
import { turn } from '../support/waiting.js';

/** A source that gives some users and then nothing, nor an end. */
async function* hanging(onHang: () => void = () => {}) {
  yield* users(25);
  onHang();
  await new Promise(() => {});
}

describe('a source that hangs', () => {
  it('does not keep the work from being cancelled; what was sent stays sent', async () => {
    const { admin, emails } = setup();
    const controller = new AbortController();
    let hear = () => {};
    const heard = new Promise<void>((resolve) => (hear = resolve));

    const stopped = admin.bulk.updateUsers(hanging(), {
      chunkSize: 10,
      signal: controller.signal,
      onProgress: ({ sent }) => void (sent === 20 && hear()),
    });
    await heard;
    controller.abort();

    await expect(stopped).rejects.toMatchObject({ name: 'AbortError', report: { read: 25, sent: 20 } });
    expect(emails()).toHaveLength(20);
  });

  it('does not keep the work from ending when the service refuses it', async () => {
    let hang = () => {};
    const hung = new Promise<void>((resolve) => (hang = resolve));
    const { admin } = setup({
      fetch: async () => {
        await hung;
        return new Response('', { status: 401 });
      },
    });

    const stopped = admin.bulk.updateUsers(hanging(hang), { chunkSize: 10 });

    await expect(stopped).rejects.toMatchObject({ status: 401, report: { read: 25, sent: 0 } });
  });

  it('is told that no more is wanted where it is a stream, and cancelled before it began', async () => {
    const { admin } = setup();
    const reasons: unknown[] = [];
    const stream = new ReadableStream<UserUpdateInBatch>({ cancel: (reason) => void reasons.push(reason) });
    const readable = new PassThrough({ objectMode: true });
    const controller = new AbortController();
    const works = [stream, readable as AsyncIterable<UserUpdateInBatch>].map((source) =>
      admin.bulk.updateUsers(source, { signal: controller.signal }),
    );
    for (const user of users(3)) readable.write(user);
    await turn();

    controller.abort('enough');

    for (const work of works) await expect(work).rejects.toBe('enough');
    expect(reasons).toEqual(['enough']);
    expect(readable.destroyed).toBe(true);
    const never = admin.bulk.updateUsers(hanging(), { signal: controller.signal });
    await expect(never).rejects.toBe('enough');
  });

  it('that was read far enough is closed before the work ends', async () => {
    let [isClosed, wait] = [false, () => {}];
    const waiting = new Promise<void>((resolve) => (wait = resolve));
    const { admin } = setup({
      fetch: async () => {
        await waiting;
        await turn();
        return new Response('', { status: 401 });
      },
    });
    async function* cursor() {
      try {
        yield* users(10);
        // With the second chunk whole, no more is read before the first is done.
        wait();
        yield* users(90);
      } finally {
        await turn();
        isClosed = true;
      }
    }

    await expect(admin.bulk.updateUsers(cursor(), { chunkSize: 10, concurrency: 1 })).rejects.toThrow('401');

    expect(isClosed).toBe(true);
  });
});
