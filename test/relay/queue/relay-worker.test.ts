import { describe, expect, it } from 'vitest';
import { deadLetters } from '../../../src/relay/queue.js';
import { hasRedis } from '../../support/redis.js';
import { cart, event, large, profile, purchase, some } from './support/calls.js';
import { startCollector } from './support/collector.js';
import { startRelayQueue } from './support/queue.js';

const ADA = 'ada@example.com';
const upTo = (count: number) => [...Array(count).keys()];

describe.skipIf(!hasRedis)('a worker of a relay', () => {
  it('tells the service of all that waits, and many together', async () => {
    const { queue, work } = await startRelayQueue();
    const service = await startCollector();
    const names = upTo(20).map((index) => `user-${index}`);
    await queue.add(names.flatMap((name) => some(10, event, name)));

    await work(service.baseUrl);

    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0, delivered: 200, refused: 0 });
    expect(new Set(service.taken.map(({ id }) => id)).size).toBe(200);
    expect(service.taken).toHaveLength(200);
    expect(service.arrivals.length).toBeLessThan(20);
  });

  it('is called to what comes while it waits', async () => {
    const { queue, work, jobs } = await startRelayQueue();
    const service = await startCollector();
    await work(service.baseUrl);

    for (const number of upTo(5)) {
      await queue.add([event('ada', number)]);
      await expect.poll(() => service.taken.length).toBe(number + 1);
    }

    await expect
      .poll(() => jobs.getJobCountByTypes('active', 'waiting', 'delayed', 'completed', 'failed'))
      .toBe(0);
  });

  it('keeps the order of a user over all that was added', async () => {
    const { queue, work } = await startRelayQueue();
    const service = await startCollector();
    for (const number of upTo(20)) await queue.add([cart('ada', number), profile('ada', number)]);
    await work(service.baseUrl);
    for (const number of upTo(20))
      await queue.add([purchase('ada', 20 + number), profile('ada', 20 + number)]);

    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0 });
    expect(service.numbers(ADA, 'cart')).toEqual(upTo(20));
    expect(service.numbers(ADA, 'purchase')).toEqual(upTo(20).map((number) => 20 + number));
    expect(service.numbers(ADA, 'profile')).toEqual(upTo(40));
  });

  it('puts off what the service wants to be told later, and that alone', async () => {
    const { queue, work, jobs } = await startRelayQueue();
    const service = await startCollector();
    let ahead = 0;
    const clock = { now: () => Date.now() + ahead };
    const limit = { status: 429, code: 'RateLimitExceeded', retryAfter: 3_600 };
    service.judge((told) => (told.some(({ kind }) => kind === 'cart') ? limit : undefined));
    await queue.add([cart('ada', 0), cart('ada', 1), event('ada', 0)]);
    await work(service.baseUrl, clock);
    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 2 });
    await expect.poll(() => jobs.getDelayedCount()).toBe(1);

    // What comes meanwhile is not held up.
    await queue.add([cart('ada', 2), profile('ada', 0), event('ada', 1)]);
    service.judge(() => undefined);
    await expect.poll(() => service.numbers(ADA, 'event')).toEqual([0, 1]);
    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 4 });

    ahead = 3_600_000;
    await expect.poll(() => jobs.getDelayedCount()).toBe(1);
    await jobs.promoteJobs();
    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0 });
    expect(service.numbers(ADA, 'cart')).toEqual([0, 1, 2]);
    expect(service.taken.map(({ kind }) => kind)).toEqual([
      'event',
      'event',
      'cart',
      'cart',
      'cart',
      'profile',
    ]);
  });

  it('finds what nobody was called to', async () => {
    const { queue, work, jobs } = await startRelayQueue();
    const service = await startCollector();
    await queue.add(some(3, event));
    await jobs.obliterate();

    await work(service.baseUrl);

    await expect.poll(() => service.taken.length).toBe(3);
  });

  it('empties a Redis that takes no more', async () => {
    const { queue, work } = await startRelayQueue({ maxmemory: '8mb' });
    const service = await startCollector();
    const refused = { status: 400, code: 'BadParams' };
    service.judge(([told]) => (told?.kind === 'purchase' ? refused : undefined));
    await queue.add(some(3, purchase, 'bob'));
    let accepted = 0;
    const fillUp = async () => {
      for (; accepted < 1_000; accepted += 1) await queue.add([large('ada', accepted)]);
    };
    await expect(fillUp()).rejects.toThrow('Redis is full');

    await work(service.baseUrl);

    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0, delivered: accepted, refused: 3 });
    await queue.add([large('ada', accepted)]);
  });

  it('must be told what it cannot do without', async () => {
    const { connection, work } = await startRelayQueue();

    await expect(work('nowhere')).rejects.toThrow('`baseUrl` must be');
    await expect(work('http://localhost', { serverKey: '' })).rejects.toThrow('`serverKey` must be');
    await expect(work('http://localhost', { partitions: 65 })).rejects.toThrow('`partitions` must be');
    expect(() => deadLetters({ connection, name: 'a:b' })).toThrow('`name` must be a name without a colon');
  });
});

describe.skipIf(!hasRedis)('dead letters', () => {
  const refused = { status: 400, code: 'InvalidEmailAddressError' };

  /** A queue with three letters of Ada's, of calls that the service takes from now on. */
  async function setup() {
    const started = await startRelayQueue();
    const service = await startCollector();
    service.judge(([told]) => (told?.kind === 'purchase' ? refused : undefined));
    await started.queue.add([...some(3, purchase), ...some(3, cart)]);
    await started.work(service.baseUrl);
    await expect.poll(() => started.queue.counts()).toMatchObject({ waiting: 0, delivered: 3, refused: 3 });
    service.judge(() => undefined);
    return { ...started, service };
  }

  it('are what the service will never take, with its reason', async () => {
    const { letters, queue, service } = await setup();

    const found = await letters.list();

    expect(found.map(({ call }) => call)).toEqual(some(3, purchase));
    expect(found[0]).toMatchObject({ status: 400, code: 'InvalidEmailAddressError' });
    expect(found[0]?.at).toBeGreaterThanOrEqual(found[0]?.since ?? NaN);
    expect(await queue.counts()).toMatchObject({ deadLetters: 3 });
    expect(service.numbers(ADA, 'cart')).toEqual(upTo(3));
  });

  it('are listed a page at a time', async () => {
    const { letters } = await setup();

    const [first] = await letters.list({ count: 1 });
    const rest = await letters.list({ after: first?.id ?? '' });

    expect(rest.map(({ call }) => call)).toEqual(some(3, purchase).slice(1));
    await expect(letters.list({ after: 'x' })).rejects.toThrow('must be one that `list` gives');
    await expect(letters.list({ count: 0 })).rejects.toThrow('`count` must be a whole number above 0');
  });

  it('are told again, some or all, and each once', async () => {
    const { letters, queue, service } = await setup();
    const [, second] = await letters.list();

    expect(await letters.replay([second?.id ?? '', second?.id ?? '', '1-1'])).toBe(1);
    await expect.poll(() => service.numbers(ADA, 'purchase')).toEqual([1]);

    const both = await Promise.all([letters.replay(), letters.replay()]);
    expect(both[0] + both[1]).toBe(2);
    await expect.poll(() => service.numbers(ADA, 'purchase')).toEqual([1, 0, 2]);
    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0, delivered: 6, deadLetters: 0 });
    expect(await letters.replay()).toBe(0);
  });

  it('are told again, and removed, all that are named or none', async () => {
    const { letters } = await setup();
    const [first] = await letters.list();
    const words = 'The id of a dead letter must be one that `list` gives';

    await expect(letters.replay([first?.id ?? '', 'x'])).rejects.toThrow(words);
    await expect(letters.remove([first?.id ?? '', 'x'])).rejects.toThrow(words);

    expect(await letters.list()).toHaveLength(3);
  });

  it('are removed for good', async () => {
    const { letters } = await setup();
    const [first, second] = await letters.list();

    expect(await letters.remove([first?.id ?? '', '1-1'])).toBe(1);
    expect(await letters.remove([])).toBe(0);

    expect((await letters.list())[0]).toEqual(second);
  });

  it('are calls, too, that were told in vain for too long', async () => {
    const { queue, work, letters, jobs } = await startRelayQueue();
    const service = await startCollector();
    service.judge(() => ({ status: 429, code: 'RateLimitExceeded', retryAfter: 3_600 }));
    let ahead = 0;
    const clock = { now: () => Date.now() + ahead, giveUpAfter: 60_000 };
    await queue.add([cart('ada', 1)]);
    await work(service.baseUrl, clock);
    await expect.poll(() => jobs.getDelayedCount()).toBe(1);

    ahead = 3_700_000;
    await jobs.promoteJobs();

    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0, refused: 1 });
    expect(await letters.list()).toMatchObject([{ status: 0, code: 'RateLimitExceeded' }]);
  });
});
