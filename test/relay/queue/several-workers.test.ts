import { describe, expect, it } from 'vitest';
import { hasRedis } from '../../support/redis.js';
import { until } from '../../support/until.js';
import { cart, event, profile, purchase, some } from './support/calls.js';
import { startCollector, type Told } from './support/collector.js';
import { fill, startRelayQueue } from './support/queue.js';
import { CALM, workerProcesses } from './support/worker-process.js';

const upTo = (count: number) => [...Array(count).keys()];
const kinds = [event, cart, purchase, profile];
const named = { cart: 'cart', purchase: 'purchase', profile: 'profile' } as const;

/** What was told of each user and kind for the first time: what a worker that died has told, the next one tells again. */
function firstTimes(taken: readonly Told[], kind: Told['kind']) {
  const found = new Map<string, Set<number>>();
  for (const { email, number } of taken.filter((one) => one.kind === kind))
    found.set(email, (found.get(email) ?? new Set()).add(number));
  return [...found.values()].map((numbers) => [...numbers]);
}

describe.skipIf(!hasRedis)('several workers of a relay', () => {
  it('bring all through, over killed ones, a frozen one and a Redis that starts again', async ({
    annotate,
  }) => {
    const { redis, queue, connection } = await startRelayQueue();
    const others = fill(connection);
    const service = await startCollector();
    const start = await workerProcesses({ redis: redis.url, baseUrl: service.baseUrl });
    const workers = new Map(['a', 'b', 'c', 'd'].map((name) => [name, start(name)]));
    const strike = (name: string, signal: NodeJS.Signals) => {
      workers.get(name)?.kill(signal);
      workers.delete(name);
    };
    let restarted: Promise<void> | undefined;
    const strikes = [
      // After it was taken, and before anybody knows.
      { at: 100, act: (name: string) => void strike(name, 'SIGKILL') },
      { at: 250, act: (name: string) => void strike(name, 'SIGKILL') },
      { at: 400, act: () => void (restarted = redis.stop().then(() => redis.start())) },
      { at: 550, act: (name: string) => void strike(name, 'SIGSTOP') },
    ];
    service.judge((_, name) => {
      if (service.taken.length >= (strikes[0]?.at ?? Infinity)) strikes.shift()?.act(name);
      return undefined;
    });
    const [users, times] = [40, 6];
    let repeats = 0;

    /** Adds until it is accepted, as a page does. */
    async function add(number: number, name: string): Promise<void> {
      const calls = kinds.map((telling) => telling(name, number));
      for (;;) {
        try {
          return await (number % 2 ? queue : others).add(calls);
        } catch {
          repeats += 1;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    }
    for (const number of upTo(times)) {
      await Promise.all(upTo(users).map((index) => add(number, `user-${index}`)));
      // They are all told of while more come.
      await until(() => expect(service.taken.length).toBeGreaterThan(number * users * 2));
    }

    await expect
      .poll(() => queue.counts().catch(() => undefined), { timeout: 60_000 })
      .toMatchObject({ waiting: 0 });
    expect(strikes).toEqual([]);
    await restarted;

    const ids = service.taken.flatMap(({ kind, id }) => (kind === 'event' ? [id] : []));
    expect(new Set(ids).size).toBe(users * times);
    for (const kind of Object.values(named)) {
      expect(firstTimes(service.taken, kind)).toEqual(Array(users).fill(upTo(times)));
      const last = new Map(
        service.taken.filter((one) => one.kind === kind).map((one) => [one.email, one.number]),
      );
      expect([...last.values()]).toEqual(Array(users).fill(times - 1));
    }
    const all = users * times * kinds.length;
    await annotate(
      `${all} calls of ${users} users: ${service.arrivals.length} requests, ${service.taken.length - all} told twice; ` +
        `${repeats} adds repeated; four workers, two killed, one frozen, Redis started again`,
      'figure',
    );
  });

  it('take over from a frozen one, which tells and keeps nothing any more when it goes on', async () => {
    const { redis, queue } = await startRelayQueue();
    const service = await startCollector();
    const start = await workerProcesses({ redis: redis.url, baseUrl: service.baseUrl });
    const callsBy = (name: string) => service.arrivals.filter(({ headers }) => headers['api-key'] === name);
    const limit = { status: 429, code: 'RateLimitExceeded', retryAfter: 3_600 };
    service.judge(([told], name) => {
      if (name === 'frozen') return told?.number === 1 ? 'held' : undefined;
      return told?.number === 4 ? limit : undefined;
    });
    const carts = () => service.numbers('ada@example.com', 'cart');
    await queue.add(some(5, cart));
    const frozen = start('frozen');
    await until(() => expect(carts()).toContain(1));

    frozen.kill('SIGSTOP');
    const told = carts();
    // Cart 1, and where it was told in one go with cart 0, that one too: nobody knows yet that the service has them.
    const { delivered } = await queue.counts();
    // It is to find this answer first when it goes on.
    service.release();
    // It is not to be missed itself.
    start('other', 3_000);
    await until(async () => expect(await queue.counts()).toMatchObject({ waiting: 1, delivered: 4 }));
    const before = frozen.errors().length;
    frozen.kill('SIGCONT');

    await until(() => expect(frozen.errors().slice(before)).toMatch(/lock/i));
    expect(callsBy('frozen')).toHaveLength(told.length);
    // What nobody knew of is told again.
    expect(carts()).toEqual([...told, ...upTo(4).slice(delivered)]);
    expect(await queue.counts()).toMatchObject({ waiting: 1, delivered: 4 });
  });

  it('finish what is under way when they are told to end, and begin nothing more', async () => {
    const { redis, queue } = await startRelayQueue();
    const service = await startCollector();
    const start = await workerProcesses({ redis: redis.url, baseUrl: service.baseUrl });
    service.judge(([told]) => (told?.number === 0 ? 'held' : undefined));
    await queue.add(some(3, cart));
    const first = start('first', CALM);
    await until(() => expect(service.taken).toHaveLength(1));
    await queue.add([cart('ada', 3)]);

    first.kill('SIGTERM');
    await until(() => expect(first.output()).toContain('ends'));
    service.release();
    expect(await first.ended).toBe(0);
    expect(first.errors()).toBe('');
    expect(service.numbers('ada@example.com', 'cart')).toEqual(upTo(3));

    start('second', CALM);
    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0 });
    expect(service.numbers('ada@example.com', 'cart')).toEqual(upTo(4));
  });
});

describe.skipIf(!hasRedis)('calls that were accepted', () => {
  it('are there after Redis was killed over and over while they came, and what was not may be added again', async () => {
    const { redis, queue, connection } = await startRelayQueue();
    const accepted: number[] = [];
    let isOver = false;
    async function addAll(from: number): Promise<void> {
      for (let number = from; !isOver; number += 4) {
        const isAdded = await queue.add([event('ada', number)]).then(
          () => true,
          () => false,
        );
        if (isAdded) accepted.push(number);
        else await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    const adding = upTo(4).map(addAll);
    for (const times of upTo(4)) {
      const before = accepted.length;
      await until(() => expect(accepted.length).toBeGreaterThan(before + 20 * (times + 1)));
      await redis.stop();
      await redis.start();
    }
    const before = accepted.length;
    await until(() => expect(accepted.length).toBeGreaterThan(before));
    isOver = true;
    await Promise.all(adding);
    await expect.poll(() => connection.isReady).toBe(true);

    const service = await startCollector();
    const start = await workerProcesses({ redis: redis.url, baseUrl: service.baseUrl });
    start('a');

    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0 });
    const told = new Set(service.numbers('ada@example.com', 'event'));
    expect(accepted.filter((number) => !told.has(number))).toEqual([]);
  });
});
