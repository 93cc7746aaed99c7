import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Relay, RelayedCall, RelayQueue } from '../../src/relay/index.js';
import { createRelay } from '../../src/relay/index.js';
import { ada, bob, event, lineOf, outcomesIn, site, type TestLine } from './support/site.js';

const newEmail = 'lovelace@example.com';
const change: TestLine = ['POST /api/users/updateEmail', { currentEmail: ada.email, newEmail }];

/** A queue in memory, which keeps what it is given as a queue on disk does: as text. */
function memoryQueue() {
  const kept: RelayedCall[] = [];
  const queue: RelayQueue = {
    async add(calls) {
      kept.push(...(JSON.parse(JSON.stringify(calls)) as RelayedCall[]));
    },
  };
  return { kept, queue };
}

/** What a relay answers a line with, however long it waits. */
async function answerOf(relay: Relay, line: TestLine) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = relay(
    new Request('http://shop.example/tidings', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: lineOf(line),
    }),
  );
  const state = { isAnswered: false };
  void answer.then(() => Object.assign(state, { isAnswered: true }));
  for (let turn = 0; turn < 100 && !state.isAnswered; turn += 1) await vi.advanceTimersByTimeAsync(500);
  return outcomesIn(await answer);
}

describe('a relay with a queue', () => {
  it('answers what may wait as soon as that is kept, and calls nobody for it', async () => {
    const { kept, queue } = memoryQueue();
    const { emulator, visitor } = await site({ queue });
    const lines: TestLine[] = [
      event(),
      ['POST /api/commerce/trackPurchase', { user: ada, items: [], total: 1 }],
      ['POST /api/commerce/updateCart', { user: ada, items: [] }],
      ['POST /api/users/update', { ...ada, dataFields: { plan: 'pro' } }],
      ['POST /api/users/updateSubscriptions', { ...ada, emailListIds: [] }],
      ['POST /api/events/trackInAppOpen', { ...ada, messageId: 'm' }],
      ['POST /api/embedded-messaging/events/received', { ...ada, messageId: 'm' }],
    ];

    expect(await visitor(ada).tell(...lines)).toEqual(lines.map(() => ({ is: 'accepted' })));
    expect(kept).toEqual(lines.map(([route, body]) => ({ route, body, user: ada })));
    expect(emulator.inspect.requests).toEqual([]);
  });

  it('makes at once what a page waits for, and says of each line what is true of it', async () => {
    const { kept, queue } = memoryQueue();
    const { emulator, visitor } = await site({ queue });

    const outcomes = await visitor(ada).tell(
      event(bob),
      ['POST /api/users/registerBrowserToken', { ...ada, browserToken: 'a-token' }],
      event(),
      ['POST /api/lists', {}],
    );

    expect(outcomes.map(({ is }) => is)).toEqual(['held', 'delivered', 'accepted', 'refused']);
    expect(kept).toHaveLength(1);
    expect(emulator.inspect.requests.map(({ route }) => route)).toEqual([
      'POST /api/users/registerBrowserToken',
    ]);
  });

  it('has the page tell again what it could not keep, and says why to the site', async () => {
    const errors: unknown[] = [];
    const lost = new Error('The disk is full');
    const { visitor } = await site({
      queue: { add: () => Promise.reject(lost) },
      onError: (error) => errors.push(error),
    });

    expect(await visitor(ada).tell(event(), event())).toEqual([{ is: 'again' }, { is: 'again' }]);
    expect(errors).toEqual([lost]);
  });

  it('waits for it no longer than for the service', async () => {
    const fetch = () => Promise.reject(new Error('Nobody is called'));
    const relay = createRelay({
      ...{
        baseUrl: 'http://service',
        serverKey: 'a-server-key',
        webKey: 'a-web-key',
        tokenSecret: 's',
        fetch,
      },
      user: () => ada,
      queue: { add: () => new Promise(() => {}) },
    });

    expect(await answerOf(relay, event())).toEqual([{ is: 'again' }]);
  });
});

describe('a change of email with a queue', () => {
  /** A site whose queue holds something of these names, until it is told else. */
  async function setup(...names: string[]) {
    const { kept, queue } = memoryQueue();
    const held = new Set(names);
    const asked: unknown[] = [];
    const holds: RelayQueue['holds'] = async (user) => {
      asked.push(user);
      return held.has(user.email ?? user.userId);
    };
    return {
      kept,
      held,
      asked,
      ...(await site({ queue: { ...queue, holds } }, { scenario: { people: [{ ...ada, dataFields: {} }] } })),
    };
  }

  it('is made once nothing of the user waits, by none of their names', async () => {
    const { emulator, visitor, held, asked } = await setup('ada-1');
    const changed = visitor({ ...ada, userId: 'ada-1' }).tell(change);
    await expect.poll(() => asked.length).toBeGreaterThan(4);
    expect(emulator.inspect.requests).toEqual([]);

    held.clear();

    expect(await changed).toMatchObject([{ is: 'delivered' }]);
    expect(asked).toContainEqual(ada);
    expect(asked).toContainEqual({ userId: 'ada-1' });
  });

  it('waits for what comes with it, too', async () => {
    const { emulator, visitor, held, asked, kept } = await setup();
    held.add(ada.email);
    const changed = visitor(ada).tell(change, event());
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    expect(kept).toHaveLength(1);

    held.clear();

    expect(await changed).toMatchObject([{ is: 'delivered' }, { is: 'accepted' }]);
    expect(emulator.inspect.requests).toHaveLength(1);
  });

  it('is for later where that takes too long, and is not made', async () => {
    const calls: unknown[] = [];
    const relay = createRelay({
      ...{ baseUrl: 'http://service', serverKey: 'a-server-key', webKey: 'a-web-key', tokenSecret: 's' },
      fetch: async (...call) => Response.json(calls.push(call)),
      user: () => ada,
      queue: { ...memoryQueue().queue, holds: async () => true },
    });

    expect(await answerOf(relay, change)).toEqual([{ is: 'again', after: 5 }]);
    expect(calls).toEqual([]);
  });

  it('is for later where the queue cannot say it, and the site hears why', async () => {
    const errors: unknown[] = [];
    const away = new Error('Redis is away');
    const { emulator, visitor } = await site({
      queue: { ...memoryQueue().queue, holds: () => Promise.reject(away) },
      onError: (error) => errors.push(error),
    });

    expect(await visitor(ada).tell(change)).toEqual([{ is: 'again' }]);
    expect(errors).toEqual([away]);
    expect(emulator.inspect.requests).toEqual([]);
  });
});
