import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAdmin } from '../../src/admin/index.js';
import { serve } from '../support/serve.js';

/** The members of a list as they come from a service that sends a line and then does as told. */
async function setup(then: (response: ServerResponse) => void, signal?: AbortSignal) {
  const { baseUrl } = await serve((response) => {
    response.writeHead(200).write('ada@example.com\n');
    setTimeout(() => then(response), 20);
  });
  const admin = createAdmin({ apiKey: 'k', baseUrl });
  const stream = await admin.lists.getUsers({ listId: 1 }, { signal });
  return stream.getReader();
}

describe('a stream', () => {
  it('gives what comes, as it comes', async () => {
    const reader = await setup((response) => response.end('bob@example.com\n'));
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += decoder.decode(part.value);
    expect(text).toBe('ada@example.com\nbob@example.com\n');
  });

  it('that breaks off rejects with a NetworkError', async () => {
    const reader = await setup((response) => response.destroy());
    await reader.read();
    await expect(reader.read()).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'GET /api/lists/getUsers broke off in the middle',
    });
  });

  it('stops at once when it is cancelled, with an AbortError', async () => {
    const controller = new AbortController();
    const reader = await setup(() => {}, controller.signal);
    await reader.read();
    controller.abort();
    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
