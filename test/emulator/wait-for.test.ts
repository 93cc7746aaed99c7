import { describe, expect, it, vi, onTestFinished } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { setup } from './support/control.js';

describe('inspect.waitFor', () => {
  it('gives what the predicate gave, once it gave something', async () => {
    const { emulator, track } = setup({ latency: 5 });
    const found = emulator.inspect.waitFor(({ events }) => events('customEvent')[0]);
    await track('seen');
    expect((await found).fields).toEqual({ eventName: 'seen' });
  });

  it('takes a failed expectation for not yet', async () => {
    const { emulator, track } = setup();
    const waiting = emulator.inspect.waitFor(({ requests }) => {
      expect(requests).toHaveLength(1);
      return true;
    });
    await track('seen');
    await waiting;
  });

  it('does what falls due meanwhile', async () => {
    let now = 0;
    const { emulator, ask, track } = setup({ now: () => now });
    await track('seen');
    const headers = { 'Api-Key': emulator.keys.server };
    const jobs = { dataTypeName: 'customEvent', outputFormat: 'text/csv' };
    await ask('/api/export/start', { body: jobs, headers });

    now = 60_000;
    const job = await emulator.inspect.waitFor(({ rows }) =>
      (rows('exportJobs') as { state: string }[]).find(({ state }) => state === 'completed'),
    );

    expect(job.state).toBe('completed');
  });

  it('says what was called last when the time is over, and what was missing', async () => {
    const { emulator, track } = setup();
    await track('seen');
    const missing = emulator.inspect.waitFor(
      ({ requests }) => {
        expect(requests).toHaveLength(2);
      },
      { timeout: 20 },
    );
    await expect(missing).rejects.toThrow(
      /did not come within 20 ms\. The last calls were: POST \/api\/events\/track 200/,
    );
    await expect(missing).rejects.toMatchObject({ cause: expect.any(Error) as Error });
  });

  it('does not wait longer for a predicate that does not answer', async () => {
    const { inspect } = createEmulator();
    const waiting = inspect.waitFor(() => new Promise(() => {}), { timeout: 20 });
    await expect(waiting).rejects.toMatchObject({ cause: new Error('The predicate did not answer in time') });
  });

  it('waits for as long as it takes, where it is told so', async () => {
    const { emulator, track } = setup();
    let looks = 0;
    const waiting = emulator.inspect.waitFor(({ requests }) => (looks += 1) > 3 && requests.length, {
      timeout: Infinity,
    });
    await track('seen');
    expect(await waiting).toBe(1);
  });

  it('refuses what is no time', async () => {
    const { inspect } = createEmulator();
    await expect(inspect.waitFor(() => 1, { timeout: NaN })).rejects.toThrow('`timeout`');
  });

  it('waits also where a test holds the time of timers', async () => {
    const emulator = createEmulator();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await expect(emulator.inspect.waitFor(() => false, { timeout: 20 })).rejects.toThrow('There was no call');
  });
});
