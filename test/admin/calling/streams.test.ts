import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAdmin, type CallOptions } from '../../../src/admin/index.js';
import { serve } from '../../support/serve.js';

/** The members of a list, of whom the service has sent one, and its answer, with which a test does as it likes. */
async function setup(how?: CallOptions) {
  const answers: ServerResponse[] = [];
  const { baseUrl } = await serve((response) => {
    answers.push(response);
    response.writeHead(200).write('ada@example.com\n');
  });
  const admin = createAdmin({ apiKey: 'k', baseUrl });
  const stream = await admin.lists.getUsers({ listId: 1 }, how);
  const reader = stream.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  return { reader, next, answer: answers[0] };
}

describe('a stream', () => {
  it('gives what comes, as it comes', async () => {
    const { reader, next, answer } = await setup();

    expect(await next()).toBe('ada@example.com\n');
    answer?.end('bob@example.com\n');
    expect(await next()).toBe('bob@example.com\n');

    expect(await reader.read()).toMatchObject({ done: true });
  });

  it('that breaks off rejects with a NetworkError', async () => {
    const { reader, next, answer } = await setup();
    await next();

    answer?.destroy();

    await expect(reader.read()).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'GET /api/lists/getUsers broke off in the middle',
    });
  });

  it('stops at once when it is cancelled, with an AbortError', async () => {
    const controller = new AbortController();
    const { reader, next } = await setup({ signal: controller.signal });
    await next();

    controller.abort();

    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each<[string, CallOptions | undefined, number]>([
    ['a minute', undefined, 60_000],
    ['the timeout of its call', { timeout: 90_000 }, 90_000],
  ])('of which nothing comes for %s rejects with a NetworkError, and is left', async (_, how, silence) => {
    const { reader, next, answer } = await setup(how);
    const left = new Promise<void>((resolve) => answer?.on('close', resolve));
    await next();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const settled = vi.fn();

    const reading = reader.read();
    reading.catch(() => {}).finally(settled);
    await vi.advanceTimersByTimeAsync(silence - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);

    await expect(reading).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'GET /api/lists/getUsers broke off in the middle',
      cause: { name: 'TimeoutError', message: `Nothing came in ${silence} ms` },
    });
    await left;
  });

  it('waits for as long as it likes to be read', async () => {
    const { next, answer } = await setup();
    await next();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());

    await vi.advanceTimersByTimeAsync(3_600_000);
    answer?.end('bob@example.com\n');

    expect(await next()).toBe('bob@example.com\n');
  });
});
