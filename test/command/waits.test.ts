import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../src/command/terminal.js';
import { tellWaits } from '../../src/command/waits.js';
import { until } from '../support/until.js';
import { createHost, people, setup } from './support/tidings.js';

describe('a command that waits', () => {
  it('says why and how long before a call is made again', async () => {
    const { start, emulator } = await setup();
    emulator.faults.add({ kind: 'status', status: 429, retryAfter: 60 });
    const running = start(['call', 'lists.list']);

    await until(() =>
      expect(running.errors()).toMatch(/^Trying again in 1 min \d s: GET \/api\/lists answered 429.*\n$/),
    );

    running.signal('SIGINT');
    expect(await running.ended).toBe(130);
  });

  it('says so in the place of the bar on a terminal', async () => {
    const { start, hold, write, emulator } = await setup();
    write('people.csv', people(500));
    emulator.faults.add({ kind: 'status', status: 429, retryAfter: 60, times: 9 });
    const calls = hold(4, 'answer');
    const running = start(['import', 'users', 'people.csv', '--chunk-size', '100'], { onTerminal: true });
    await calls.by(running);
    calls.release();

    await until(() =>
      expect(running.errors()).toMatch(
        /\r\x1b\[KTrying again in 1 min \d s: POST \/api\/users\/bulkUpdate answered 429/,
      ),
    );

    running.signal('SIGINT');
    running.signal('SIGINT');
    expect(await running.ended).toBe(130);
  });

  it('says so once for all that wait as long, and nothing of short waits', () => {
    const { host, errors } = createHost();
    let time = 0;
    const { onRetry, onThrottle } = tellWaits({ terminal: createTerminal(host), now: () => time });
    const route = 'GET /api/lists';
    const error = new Error('GET /api/lists answered 503');

    onThrottle({ route, wait: 200, waiting: 9 });
    for (const wait of [400, 8_000, 8_500, 3_000])
      onRetry({ id: 1, route, operation: route, attempt: 1, error, wait });
    time = 8_000;
    onThrottle({ route, wait: 1_500, waiting: 1 });
    onThrottle({ route, wait: 30_000, waiting: 2 });

    expect(errors().split('\n')).toEqual([
      'Trying again in 8 s: GET /api/lists answered 503',
      'Waiting 2 s for the pace of GET /api/lists, calls that wait: 1',
      'Waiting 30 s for the pace of GET /api/lists, calls that wait: 2',
      '',
    ]);
  });
});
