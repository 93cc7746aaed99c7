import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Checkpoint, UserUpdateInBatch } from '../../../src/admin/index.js';
import { setup, user, users } from '../support/bulk.js';
import { turn } from '../support/waiting.js';

const never = () => new Promise<never>(() => {});

/** A checkpoint in memory, of which some of what it does is done otherwise, and what it was asked for. */
function checkpointWith(parts: Partial<Checkpoint>) {
  const asked: string[] = [];
  const hear = <Name extends keyof Checkpoint>(name: Name, otherwise: () => Promise<unknown>) =>
    ((state: never) => {
      asked.push(name);
      return (parts[name] ?? otherwise)(state);
    }) as NonNullable<Checkpoint[Name]>;
  const done = async () => undefined;
  const checkpoint: Checkpoint = {
    load: hear('load', done),
    save: hear('save', done),
    close: hear('close', done),
  };
  return { checkpoint, asked };
}

/** The time, which stands still until it is told to pass. */
function stopTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (time: number) => vi.advanceTimersByTimeAsync(time);
}

describe('bulk work that is stopped', () => {
  it.each(['load', 'save', 'close'] as const)('ends while its checkpoint hangs: %s', async (part) => {
    const pass = stopTime();
    const controller = new AbortController();
    const { checkpoint, asked } = checkpointWith({ [part]: never });
    const { admin } = setup();
    const stopped = admin.bulk.updateUsers(users(3), { checkpoint, signal: controller.signal });
    const error = stopped.catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(asked).toContain(part), { interval: 0 });

    controller.abort();
    await turn();
    await pass(1_000);

    // What is all done by then has not failed.
    expect(await error).toMatchObject(part === 'close' ? { sent: 3 } : { name: 'AbortError' });
  });

  it('waits for what its checkpoint is about to keep, and closes it after that', async () => {
    let keep = () => {};
    const kept = new Promise<void>((resolve) => (keep = resolve));
    let saves = 0;
    const { checkpoint, asked } = checkpointWith({ save: () => (++saves === 2 ? kept : Promise.resolve()) });
    const controller = new AbortController();
    const { admin } = setup();
    const stopped = admin.bulk.updateUsers(users(30), {
      ...{ checkpoint, signal: controller.signal, chunkSize: 10, concurrency: 1 },
    });
    await vi.waitFor(() => expect(saves).toBe(2), { interval: 0 });

    controller.abort();
    await turn();
    expect(asked.at(-1)).toBe('save');
    keep();

    await expect(stopped).rejects.toMatchObject({ name: 'AbortError', report: { sent: 10 } });
    expect(asked.at(-1)).toBe('close');
  });

  it('lets go what its checkpoint takes after that', async () => {
    const pass = stopTime();
    let take = () => {};
    const taken = new Promise<undefined>((resolve) => (take = () => resolve(undefined)));
    const { checkpoint, asked } = checkpointWith({ load: () => taken });
    const controller = new AbortController();
    const { admin } = setup();
    const stopped = admin.bulk.updateUsers(users(3), { checkpoint, signal: controller.signal });
    stopped.catch(() => {});

    controller.abort();
    await pass(1_000);
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toEqual(['load']);
    take();
    await turn();

    expect(asked).toEqual(['load', 'close']);
  });
});

describe('a checkpoint that cannot keep', () => {
  it.each([1, 2, 3])('ends the work, which says how far it was: save %i', async (number) => {
    let saves = 0;
    const { checkpoint } = checkpointWith({
      async save() {
        saves += 1;
        if (saves === number) throw new Error('The disk is full');
      },
    });
    const { admin, emails } = setup();

    const work = admin.bulk.updateUsers(users(3), { checkpoint });

    await expect(work).rejects.toMatchObject({
      message: 'The disk is full',
      report: { sent: number === 1 ? 0 : 3, failed: 0 },
    });
    expect(emails()).toHaveLength(number === 1 ? 0 : 3);
  });
});

describe('a source that is none', () => {
  it.each<[string, unknown]>([
    ['a text', 'users.csv'],
    ['a promise', Promise.resolve([user(0)])],
    ['an object', { users: [user(0)] }],
    ['nothing', undefined],
    ['null', null],
    ['what opens a text', () => 'users.csv'],
  ])('is refused, before anything is kept of it: %s', async (_, source) => {
    const { checkpoint, asked } = checkpointWith({});
    const { admin } = setup();

    const work = admin.bulk.updateUsers(source as UserUpdateInBatch[], { checkpoint });

    await expect(work).rejects.toMatchObject({
      name: 'OptionError',
      message:
        'The source must be a list, a stream, or a function that opens one: await a promise, read a file',
    });
    expect(asked).not.toContain('save');
  });
});
