import { describe, expect, it } from 'vitest';
import { createAdmin, type AdminOptions, type HookFailure } from '../../../src/admin/index.js';
import { serve } from '../../support/serve.js';
import { emulated } from '../support/emulated.js';
import { takeTime, turn } from '../support/waiting.js';

describe('hooks', () => {
  it('hear of every attempt, of what went wrong, and of waits', async () => {
    const told: string[] = [];
    const { admin, fail } = emulated({
      onRequest: ({ route, attempt }) => told.push(`request ${route} ${attempt}`),
      onResponse: ({ attempt, status, error }) =>
        told.push(`response ${attempt} ${status} ${error ? 'error' : ''}`),
      onRetry: ({ attempt, wait }) => told.push(`retry ${attempt} ${wait}`),
    });
    fail({ kind: 'status', status: 503 });

    await admin.channels.list();

    expect(told).toEqual([
      'request GET /api/channels 1',
      'response 1 503 error',
      'retry 1 1',
      'request GET /api/channels 2',
      'response 2 200 ',
    ]);
  });

  it('may add headers, such as a trace', async () => {
    const { baseUrl, arrivals } = await serve((response) => response.end('{"channels":[]}'));
    const onRequest: AdminOptions['onRequest'] = ({ headers }) => (headers['traceparent'] = '00-1-2-01');

    await createAdmin({ apiKey: 'key', baseUrl, onRequest }).channels.list();

    expect(arrivals[0]?.headers).toMatchObject({ traceparent: '00-1-2-01', 'api-key': 'key' });
  });

  const full = new Error('The log is full');
  it.each<[string, () => void]>([
    [
      'throw',
      () => {
        throw full;
      },
    ],
    ['reject', async () => Promise.reject(full)],
    // A promise of another kind, such as a library's own.
    ['reject in another way', () => ({ then: (_: unknown, reject: (error: Error) => void) => reject(full) })],
  ])('that %s end nothing, and each is told once', async (_, fails) => {
    const failures: HookFailure[] = [];
    const { admin, fail } = emulated({
      ...{ onRequest: fails, onResponse: fails, onRetry: fails, onThrottle: fails },
      onError: (failure) => failures.push(failure),
    });
    fail({ kind: 'status', status: 503 });

    expect(await admin.channels.list()).toHaveProperty('channels');
    expect(await admin.channels.list()).toHaveProperty('channels');
    await turn();

    expect(failures).toEqual(['onRequest', 'onResponse', 'onRetry'].map((hook) => ({ hook, error: full })));
  });

  it('that fail when calls wait for their pace end nothing', async () => {
    const failures: string[] = [];
    const time = takeTime();
    const { admin } = emulated({
      ...time.hooks,
      onThrottle(throttle) {
        time.hooks.onThrottle?.(throttle);
        throw full;
      },
      onError: ({ hook }) => failures.push(hook),
    });

    await Promise.all(Array.from({ length: 8 }, () => admin.lists.getSize({ listId: 1 }).catch(() => {})));

    expect(failures).toEqual(['onThrottle']);
  });

  it.each<[string, (() => void) | undefined]>([
    ['nobody hears of it', undefined],
    ['whoever hears of it fails too', async () => Promise.reject(full)],
  ])('that fail end nothing where %s', async (_, onError) => {
    const onRequest: () => unknown = async () => Promise.reject(full);
    const { admin } = emulated({ onRequest, ...(onError && { onError }) });
    expect(await admin.channels.list()).toHaveProperty('channels');
    await turn();
  });
});
