import { describe, expect, it, vi } from 'vitest';
import { memoryStore } from '../../src/browser/store.js';
import { ApiError, NetworkError } from '../../src/errors.js';
import { createDelivery } from '../../src/events/delivery.js';
import type { TrackedEvent } from '../../src/events/event.js';
import { createOutbox } from '../../src/events/outbox.js';

const event = (name: string): TrackedEvent => ({
  kind: 'custom',
  name,
  id: name,
  user: { email: 'ada@example.com' },
  recordedAt: 0,
});
const refusal = (status: number, code?: string) =>
  new ApiError('POST /api/events/track', { status, rawBody: '', code });

/** An outbox that holds a, b and c, and its delivery through a spy. */
async function setup() {
  const outbox = createOutbox(memoryStore());
  for (const name of ['a', 'b', 'c']) await outbox.add(event(name));
  const send = vi.fn<(event: TrackedEvent) => Promise<void>>().mockResolvedValue();
  const [onDelivered, onDropped] = [vi.fn(), vi.fn()];
  const deliver = createDelivery({ outbox, send, onDelivered, onDropped });
  return { deliver, send, onDelivered, onDropped, next: async () => (await outbox.oldest())?.[1] };
}

describe('delivery', () => {
  it('delivers in order, and tells of each', async () => {
    const { deliver, send, onDelivered, next } = await setup();

    await deliver();

    expect(send.mock.calls).toEqual([[event('a')], [event('b')], [event('c')]]);
    expect(onDelivered.mock.calls).toEqual(send.mock.calls);
    expect(await next()).toBeUndefined();
  });

  it.each([
    new NetworkError('offline'),
    refusal(500),
    refusal(429),
    refusal(401, 'BadApiKey'),
    refusal(403),
    refusal(400, 'InvalidJwtPayload'),
    refusal(400, 'JwtUserIdentifiersMismatched'),
    refusal(200),
    new Error('The page could not give a token'),
  ])('keeps events that could not be taken now: %s', async (error) => {
    const { deliver, send, onDropped, next } = await setup();
    send.mockRejectedValue(error);

    await expect(deliver()).rejects.toBe(error);

    expect(await next()).toEqual(event('a'));
    expect(send).toHaveBeenCalledTimes(1);
    expect(onDropped).not.toHaveBeenCalled();
  });

  it.each([
    refusal(400, 'BadParams'),
    refusal(403, 'ForbiddenParamsError'),
    refusal(409, 'ExternalKeyConflict'),
  ])('drops an event the service will never take, says so, and goes on: %s', async (error) => {
    const { deliver, send, onDelivered, onDropped, next } = await setup();
    send.mockRejectedValueOnce(error);

    await deliver();

    expect(onDropped.mock.calls).toEqual([[event('a'), error]]);
    expect(onDelivered).toHaveBeenCalledTimes(2);
    expect(await next()).toBeUndefined();
  });

  it('delivers once when asked twice at the same time', async () => {
    const { deliver, send } = await setup();
    await Promise.all([deliver(), deliver()]);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('can be asked again after it failed', async () => {
    const { deliver, send, next } = await setup();
    send.mockRejectedValueOnce(new NetworkError('offline'));
    await expect(deliver()).rejects.toThrow('offline');

    await deliver();

    expect(await next()).toBeUndefined();
  });
});
