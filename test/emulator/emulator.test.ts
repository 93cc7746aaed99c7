import { describe, expect, it } from 'vitest';
import { createEmulator, type EmulatorOptions } from '../../src/emulator/app.js';
import { NOON } from './support/service.js';

/** What an emulator answers and holds after a few calls that make ids, codes and messages. */
async function traceOf(options: EmulatorOptions): Promise<unknown[]> {
  const emulator = createEmulator({ now: () => NOON, contents: 'shop', ...options });
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await emulator.fetch(`http://emulator/api/${path}`, {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  return [
    await post('events/track', { email: 'new@example.com', eventName: 'seen' }),
    await post('commerce/trackPurchase', { user: { email: 'new@example.com' }, items: [], total: 5 }),
    emulator.save(),
  ];
}

describe('an emulator', () => {
  it('is what the issue names: a fetch, faults, a clock, a look inside, and what settles, saves and loads', () => {
    const emulator = createEmulator();
    expect(Object.keys(emulator).sort()).toEqual(
      [
        'fetch',
        'faults',
        'handle',
        'clock',
        'inspect',
        'seed',
        'settle',
        'save',
        'load',
        'keys',
        'signToken',
      ].sort(),
    );
  });

  it('does the same again with the same time and the same seed', async () => {
    expect(await traceOf({ seed: 5 })).toEqual(await traceOf({ seed: 5 }));
    expect(await traceOf({ seed: 5 })).not.toEqual(await traceOf({ seed: 6 }));
  });
});
