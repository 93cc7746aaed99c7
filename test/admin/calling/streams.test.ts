import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAdmin } from '../../../src/admin/index.js';
import { serve } from '../../support/serve.js';

/** The members of a list, of whom the service has sent one, and its answer, with which a test does as it likes. */
async function setup(signal?: AbortSignal) {
  const answers: ServerResponse[] = [];
  const { baseUrl } = await serve((response) => {
    answers.push(response);
    response.writeHead(200).write('ada@example.com\n');
  });
  const admin = createAdmin({ apiKey: 'k', baseUrl });
  const stream = await admin.lists.getUsers({ listId: 1 }, { signal });
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
    const { reader, next } = await setup(controller.signal);
    await next();

    controller.abort();

    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
