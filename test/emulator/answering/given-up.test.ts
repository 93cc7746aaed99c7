import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';

/** An emulator, and the call of an event that may be given up. */
function setup() {
  const emulator = createEmulator();
  const track = (signal: AbortSignal) => ({
    method: 'POST',
    headers: { 'Api-Key': emulator.keys.server },
    body: JSON.stringify({ email: 'ada@example.com', eventName: 'seen' }),
    signal,
  });
  return { emulator, track, url: 'http://emulator/api/events/track' };
}

describe('a call that is given up', () => {
  it('is not made where that was before', async () => {
    const { emulator, track, url } = setup();
    const gone = AbortSignal.abort(new Error('gone'));

    await expect(emulator.fetch(url, track(gone))).rejects.toThrow('gone');
    await expect(emulator.fetch(new Request(url, track(gone)))).rejects.toThrow('gone');

    expect(emulator.inspect.requests).toEqual([]);
  });

  it('rejects at once, and is done all the same, as a service does what has reached it', async () => {
    const { emulator, track, url } = setup();
    emulator.faults.add({ kind: 'delay', delay: 30 });
    const controller = new AbortController();

    const call = emulator.fetch(url, track(controller.signal));
    controller.abort(new Error('gone'));

    await expect(call).rejects.toThrow('gone');
    expect(emulator.inspect.events()).toEqual([]);
    await emulator.inspect.waitFor(({ events }) => events('customEvent').length);
  });

  it('is given up for what stands in for an operation, too', async () => {
    const { emulator, track, url } = setup();
    let given: unknown;
    emulator.handle('POST /api/events/track', ({ signal }) => {
      signal.addEventListener('abort', () => void (given = signal.reason));
      return new Promise(() => {});
    });
    const controller = new AbortController();

    const call = emulator.fetch(url, track(controller.signal));
    await emulator.inspect.waitFor(({ requests }) => requests.length);
    controller.abort('gone');

    await expect(call).rejects.toBe('gone');
    expect(given).toBe('gone');
  });
});
