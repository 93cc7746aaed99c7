import { describe, expect, it, vi } from 'vitest';
import { createAdmin, type AdminOptions } from '../../../src/admin/index.js';
import { createEmulator } from '../../../src/emulator/app.js';
import { serve } from '../../support/serve.js';
import { takeTime, turn } from '../support/waiting.js';

/** An emulator that keeps to the published limits, and admins of it; time passes only for those with its hooks. */
function setup() {
  const time = takeTime();
  const emulator = createEmulator({ limits: true });
  const connect = (options: Partial<AdminOptions> = {}) =>
    createAdmin({
      apiKey: emulator.keys.server,
      baseUrl: 'http://emulator',
      fetch: emulator.fetch,
      ...options,
    });
  const refused = () => emulator.inspect.requests.filter(({ status }) => status === 429).length;
  return { emulator, connect, refused, time };
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the pace of calls', () => {
  it('keeps to a published limit, so that no call is refused', async () => {
    const { connect, refused, emulator, time } = setup();
    const admin = connect(time.hooks);
    const startedAt = Date.now();

    await Promise.all(times(12).map(() => admin.users.bulkUpdate({ users: [] })));

    expect(refused()).toBe(0);
    // Five in each second, with some time between, for they may overtake each other on their way.
    expect(emulator.inspect.requests.map(({ at }) => at - startedAt)).toEqual([
      0, 0, 0, 0, 0, 1_050, 1_050, 1_050, 1_050, 1_050, 2_100, 2_100,
    ]);
  });

  it('is shared by admins of one key, and tells of its waits', async () => {
    const { connect, refused, time } = setup();
    const [one, other] = [connect(time.hooks), connect(time.hooks)];

    await Promise.all(times(10).map((index) => (index % 2 ? one : other).users.getFields()));

    expect(refused()).toBe(0);
    expect(time.waits.length).toBeGreaterThan(0);
    // Three a second, nearly.
    expect(time.passed()).toBe(3 * 1_050);
  });

  it.each([undefined, (...call: Parameters<typeof fetch>) => fetch(...call)])(
    'is not shared with whoever goes by another clock, which may stand still: by %s',
    async (given) => {
      const { baseUrl } = await serve((response) => response.end('{"fields":{}}'));
      const at = (time: number) =>
        createAdmin({ apiKey: 'key', baseUrl, now: () => time, ...(given && { fetch: given }) });
      const [later, earlier] = [at(2e12), at(1e12)];
      await Promise.all(times(3).map(() => later.users.getFields()));

      // It would wait for the time of the other.
      expect(await earlier.users.getFields()).toHaveProperty('fields');
    },
  );

  it('can be turned off', async () => {
    const { connect, refused } = setup();
    const admin = connect({ pace: false, retry: false });

    await Promise.allSettled(times(10).map(() => admin.users.getFields()));

    expect(refused()).toBe(7);
  });

  it('lets a call that waits for it be cancelled at once, and keeps its place for the next', async () => {
    const { connect, emulator } = setup();
    const admin = connect();
    const calls = times(4).map(() => admin.exports.dataJson({ dataTypeName: 'user' }));
    const controller = new AbortController();
    const waiting = admin.exports.dataJson({ dataTypeName: 'user' }, { signal: controller.signal });
    await Promise.all(calls);

    controller.abort();

    await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    const next = admin.exports.dataJson({ dataTypeName: 'user' });
    await turn();
    expect(emulator.inspect.requests).toHaveLength(4);
    // Four a minute, nearly.
    await vi.advanceTimersByTimeAsync(61_000);
    await next;
    expect(emulator.inspect.requests).toHaveLength(5);
  });

  it('does not hold up other operations', async () => {
    const { connect } = setup();
    const admin = connect({ concurrency: 2 });
    const controller = new AbortController();
    const held = times(9).map(() =>
      admin.exports.dataJson({ dataTypeName: 'user' }, { signal: controller.signal }),
    );

    await Promise.all(times(20).map(() => admin.channels.list()));

    controller.abort();
    const rejected = (await Promise.allSettled(held)).filter(({ status }) => status === 'rejected');
    expect(rejected.length).toBe(5);
  });

  it('bounds how many calls are under way', async () => {
    const { emulator } = setup();
    let [underWay, most] = [0, 0];
    const fetch: typeof globalThis.fetch = async (...call) => {
      most = Math.max(most, (underWay += 1));
      await turn();
      const response = await emulator.fetch(...call);
      underWay -= 1;
      return response;
    };
    const admin = createAdmin({
      apiKey: emulator.keys.server,
      baseUrl: 'http://emulator',
      fetch,
      concurrency: 3,
    });

    await Promise.all(times(20).map(() => admin.users.update({ email: 'ada@example.com' })));

    expect(most).toBe(3);
  });
});
