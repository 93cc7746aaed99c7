import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RelayOutcome } from '../../src/relay/index.js';
import { call, forwardingTo, heldService, type HeldCall } from './support/slow-service.js';

const track = (id: string, userId?: string) => call('events/track', { eventName: 'looked', id }, userId);
const profile = (id: string, userId?: string) => call('users/update', { dataFields: { id } }, userId);
const cart = (id: string, userId?: string) => call('commerce/updateCart', { items: [{ id }] }, userId);
const purchase = (id: string, userId?: string) =>
  call('commerce/trackPurchase', { id, items: [], total: 1 }, userId);

const counted = (successCount: number, more: object = {}) => ({
  ...{ msg: '', code: 'Success', successCount, failCount: 0 },
  ...more,
});
const delivered: RelayOutcome = { is: 'delivered' };
/** The ids in a call, whatever it tells. */
const idsIn = ({ body }: { body: Record<string, unknown> }) =>
  [...JSON.stringify(body).matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);

describe('calls that wait', () => {
  it('leave at once while few are under way, and together after that', async () => {
    const { baseUrl, calls, came } = await heldService();
    const forward = forwardingTo(baseUrl);
    const outcomes: Promise<RelayOutcome>[] = [];
    for (const id of ['1', '2', '3', '4']) {
      outcomes.push(...forward([track(id)]));
      await came(Number(id));
    }
    for (const id of ['5', '6', '7']) {
      outcomes.push(...forward([track(id)]));
      // What goes another way has left by then, and so could these.
      outcomes.push(...forward([cart(id, id)]));
      await came(Number(id));
    }

    calls[0]?.answer(counted(1));
    await came(8);
    for (const one of calls.slice(1)) one.answer(counted(idsIn(one).length));

    expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => delivered));
    const ofEvents = calls.filter(({ path }) => path.includes('events'));
    expect(ofEvents.map(idsIn)).toEqual([['1'], ['2'], ['3'], ['4'], ['5', '6', '7']]);
  });

  it('are a thousand at most in one call, and as many bytes as the service takes', async () => {
    const { baseUrl, calls, came } = await heldService();
    const forward = forwardingTo(baseUrl);
    const large = (id: string) =>
      call('events/track', { eventName: 'e', id, dataFields: { text: 'ü'.repeat(450_000) } });

    const many = forward(Array.from({ length: 1_500 }, (_, index) => track(`${index}`)));
    await came(2);
    for (const one of calls) one.answer(counted(idsIn(one).length));
    await Promise.all(many);
    const heavy = forward(['a', 'b', 'c', 'd', 'e'].map(large));
    await came(4);
    for (const one of calls.slice(2)) one.answer(counted(idsIn(one).length));

    expect(await Promise.all(heavy)).toEqual(heavy.map(() => delivered));
    const sizes = calls.map((one) => idsIn(one).length);
    expect(sizes.sort((one, other) => other - one)).toEqual([1_000, 500, 4, 1]);
  });

  it('are refused alone where one is more than the service takes at all', async () => {
    const forward = forwardingTo('http://127.0.0.1:1');
    const numbers = Array.from({ length: 190_000 }, () => 1e20);

    const [outcome] = await Promise.all(
      forward([call('events/track', { eventName: 'e', dataFields: { numbers } })]),
    );

    expect(outcome).toMatchObject({ is: 'refused', status: 413, code: 'BatchTooLarge' });
  });
});

describe('the order of one user', () => {
  it.each([
    ['profiles', profile, (ids: number) => counted(ids)],
    ['carts', cart, () => undefined],
    ['purchases', purchase, () => undefined],
  ])('is kept: %s go one call after the other', async (_, make, answer) => {
    const { baseUrl, calls, came } = await heldService();
    const forward = forwardingTo(baseUrl);

    const first = forward([make('1')]);
    await came(1);
    const others = forward([make('2'), make('b', 'bob')]);
    await came(2);
    expect(calls.map(idsIn)).toEqual([['1'], ['b']]);
    calls[0]?.answer(answer(1));
    await came(3);
    for (const one of calls.slice(1)) one.answer(answer(1));

    expect(await Promise.all([...first, ...others])).toEqual([delivered, delivered, delivered]);
    expect(idsIn(calls[2] as (typeof calls)[0])).toEqual(['2']);
  });

  it('is that of carts and purchases together', async () => {
    const { baseUrl, calls, came } = await heldService();
    const outcomes = forwardingTo(baseUrl)([cart('1'), purchase('2'), cart('3')]);

    for (const count of [1, 2, 3]) {
      await came(count);
      expect(calls).toHaveLength(count);
      calls[count - 1]?.answer();
    }

    expect(await Promise.all(outcomes)).toEqual([delivered, delivered, delivered]);
    expect(calls.map(idsIn)).toEqual([['1'], ['2'], ['3']]);
  });

  it('is kept by what is more than one call may have', async () => {
    const { baseUrl, calls, came } = await heldService();
    const outcomes = forwardingTo(baseUrl)([
      ...Array.from({ length: 1_001 }, (_, index) => profile(`${index}`)),
      profile('b', 'bob'),
    ]);

    await came(2);
    const [first, second] = calls.toSorted((one, other) => idsIn(other).length - idsIn(one).length);
    expect([idsIn(first as HeldCall).length, idsIn(second as HeldCall)]).toEqual([1_000, ['b']]);
    second?.answer(counted(1));
    first?.answer(counted(1_000));
    await came(3);
    calls[2]?.answer(counted(1));

    expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => delivered));
  });

  it('is that of all its kinds, whichever way they go', async () => {
    const { baseUrl, calls, came } = await heldService();
    const subscriptions = (id: number) => call('users/updateSubscriptions', { emailListIds: [id] });
    const outcomes = forwardingTo(baseUrl)([
      ...[profile('1'), profile('2'), cart('3'), subscriptions(4), profile('5'), track('6')],
    ]);

    await came(2);
    const others = calls.filter(({ path }) => path.includes('events'));
    others[0]?.answer(counted(1));
    for (const count of [2, 3, 4, 5]) {
      await came(count);
      expect(calls).toHaveLength(count);
      const [last] = calls.filter((one) => !others.includes(one)).slice(-1);
      last?.answer(counted(count === 2 ? 2 : 1));
    }

    expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => delivered));
    expect(calls.filter((one) => !others.includes(one)).map(({ path }) => path)).toEqual([
      ...['/api/users/bulkUpdate', '/api/commerce/updateCart'],
      ...['/api/users/bulkUpdateSubscriptions', '/api/users/bulkUpdate'],
    ]);
    expect(calls.map(idsIn)).toContainEqual(['1', '2']);
  });

  it.each([
    ['carts', cart],
    ['profiles', profile],
  ])(
    'is not lost by a call that fails: what comes after it is to be told again, too (%s)',
    async (_, make) => {
      const { baseUrl, calls, came } = await heldService();
      const forward = forwardingTo(baseUrl);
      const first = forward([make('1')]);
      await came(1);
      const behind = forward([make('2'), make('3')]);

      // Without a word of the service's own, which says nothing of the next call.
      calls[0]?.answer({}, { status: 404 });

      for (const outcome of await Promise.all([...first, ...behind])) expect(outcome.is).toBe('again');
      expect(calls).toHaveLength(1);
    },
  );

  it('is not lost where what comes after it waits for a call of its own', async () => {
    const { baseUrl, calls, came } = await heldService();
    const update = (id: string, createNewFields: boolean) =>
      call('users/update', { dataFields: { id }, createNewFields });
    const outcomes = forwardingTo(baseUrl)([update('1', true), update('2', false)]);
    await came(1);

    calls[0]?.answer({}, { status: 404 });

    expect(await Promise.all(outcomes)).toEqual([{ is: 'again' }, { is: 'again' }]);
    expect(calls).toHaveLength(1);
  });

  it('lets profiles of two policies not pass each other', async () => {
    const { baseUrl, calls, came } = await heldService();
    const update = (id: string, createNewFields: boolean) =>
      call('users/update', { dataFields: { id }, createNewFields });
    const outcomes = forwardingTo(baseUrl)([update('1', true), update('2', false), update('3', true)]);

    for (const count of [1, 2, 3]) {
      await came(count);
      calls[count - 1]?.answer(counted(1));
    }

    expect(await Promise.all(outcomes)).toEqual([delivered, delivered, delivered]);
    expect(calls.map(({ body }) => body['createNewFields'])).toEqual([true, false, true]);
  });
});

describe('what waits too long', () => {
  it('is to be told again, since its call could not be answered in time', async () => {
    const { baseUrl, calls, came } = await heldService();
    const time = { at: 1_000_000 };
    const forward = forwardingTo(baseUrl, { now: () => time.at });
    const first: Promise<RelayOutcome>[] = [];
    for (const id of ['1', '2', '3', '4']) {
      first.push(...forward([track(id)]));
      await came(Number(id));
    }
    const late = forward([track('5')]);

    time.at += 5_600;
    for (const one of calls) one.answer(counted(1));

    expect(await Promise.all(first)).toEqual(first.map(() => delivered));
    expect(await Promise.all(late)).toEqual([{ is: 'again' }]);
    expect(calls).toHaveLength(4);
  });

  it('is not made again, either', async () => {
    const { baseUrl, calls, came } = await heldService();
    const time = { at: 1_000_000 };
    const forward = forwardingTo(baseUrl, { now: () => time.at });
    const outcomes = forward([track('1'), cart('2')]);
    await came(2);

    time.at += 5_600;
    for (const one of calls) one.answer({}, { status: 503 });

    expect(await Promise.all(outcomes)).toEqual([{ is: 'again' }, { is: 'again' }]);
    expect(calls).toHaveLength(2);
  });

  it('is as much as can be waited for, and no more is kept', async () => {
    const { baseUrl, came } = await heldService();
    const gone = new AbortController();
    const outcomes = forwardingTo(baseUrl)(
      Array.from({ length: 20_100 }, (_, index) => track(`${index}`)),
      { signal: gone.signal },
    );

    for (const outcome of await Promise.all(outcomes.slice(20_000))) expect(outcome).toEqual({ is: 'again' });
    await came(4);
    gone.abort();
    await Promise.all(outcomes);
  });
});

describe('what the service does not say', () => {
  it('is asked again within the time that there is', async () => {
    const { baseUrl, calls, came } = await heldService();
    const outcomes = forwardingTo(baseUrl)([track('1')]);
    await came(1);
    calls[0]?.answer({ msg: '', code: 'GenericError' }, { status: 503 });
    await came(2);
    calls[1]?.answer(counted(1));

    expect(await Promise.all(outcomes)).toEqual([delivered]);
  });

  it('is asked again under the same id, also where the page gave none', async () => {
    const { baseUrl, calls, came } = await heldService();
    const outcomes = forwardingTo(baseUrl)([
      call('events/track', { eventName: 'looked' }),
      call('commerce/trackPurchase', { items: [], total: 1 }),
    ]);
    await came(2);
    for (const one of calls) one.answer({ msg: '', code: 'GenericError' }, { status: 503 });
    await came(4);
    for (const one of calls.slice(2)) one.answer(counted(1));

    expect(await Promise.all(outcomes)).toEqual([delivered, delivered]);
    const [first, again] = [calls.slice(0, 2), calls.slice(2)].map((some) => some.flatMap(idsIn).sort());
    expect(first).toHaveLength(2);
    expect(again).toEqual(first);
  });

  it.each([undefined, 3_000])(
    'by then is to be told again, and the call is given up: %s',
    async (patience) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const signals: (AbortSignal | null | undefined)[] = [];
      const forward = forwardingTo('http://service', {
        // No time passes but that of the timers, however busy the machine is.
        now: () => 1_000_000,
        fetch: (_, init) => {
          signals.push(init?.signal);
          return new Promise(() => {});
        },
      });

      const lines = [track('1'), cart('2'), call('events/trackInAppOpen', { messageId: 'm' })];
      const outcomes = forward(lines, patience ? { patience } : {});
      await vi.waitFor(() => expect(signals).toHaveLength(3), { interval: 0 });
      await vi.advanceTimersByTimeAsync(patience ?? 7_500);

      expect(await Promise.all(outcomes)).toEqual([{ is: 'again' }, { is: 'again' }, { is: 'again' }]);
      expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
    },
  );

  it('is not waited for by who has gone', async () => {
    const { baseUrl, came } = await heldService();
    const gone = new AbortController();
    const outcomes = forwardingTo(baseUrl)([track('1')], { signal: gone.signal, patience: 600_000 });
    await came(1);

    gone.abort();

    expect(await Promise.all(outcomes)).toEqual([{ is: 'again' }]);
  });
});

describe('a pause that the service asks for', () => {
  it.each([
    ['events', track],
    ['carts', cart],
    ['message events', (id: string) => call('events/trackInAppOpen', { messageId: id })],
  ])('is told to pages, and nothing is called until then: %s', async (_, make) => {
    const { baseUrl, calls, came } = await heldService();
    const forward = forwardingTo(baseUrl);
    const first = forward([make('1')]);
    await came(1);
    calls[0]?.answer(
      { msg: '', code: 'RateLimitExceeded' },
      { status: 429, headers: { 'Retry-After': '30' } },
    );
    const again = { is: 'again', after: 30, code: 'RateLimitExceeded' };
    expect(await Promise.all(first)).toEqual([again]);

    const later = forward([make('2'), make('3')]);

    for (const outcome of await Promise.all(later)) expect(outcome).toMatchObject({ is: 'again', after: 30 });
    expect(calls).toHaveLength(1);
  });

  it('of one operation holds up no other', async () => {
    const { baseUrl, calls, came } = await heldService();
    const forward = forwardingTo(baseUrl);
    const first = forward([track('1')]);
    await came(1);
    calls[0]?.answer({ msg: '' }, { status: 429, headers: { 'Retry-After': '30' } });
    await Promise.all(first);

    const other = forward([cart('1')]);
    await came(2);
    calls[1]?.answer();

    expect(await Promise.all(other)).toEqual([delivered]);
  });
});

describe('keys that the service refuses', () => {
  it('lose nothing, and are told to the site once', async () => {
    const { baseUrl, calls, came } = await heldService();
    const errors: unknown[] = [];
    const forward = forwardingTo(baseUrl, { onError: (error) => errors.push(error) });
    for (const count of [1, 2]) {
      const outcomes = forward([track(`${count}`)]);
      await came(count);
      calls[count - 1]?.answer({ msg: 'No', code: 'BadApiKey' }, { status: 401 });
      expect(await Promise.all(outcomes)).toEqual([{ is: 'again', code: 'BadApiKey' }]);
    }

    expect(errors.map(String)).toEqual([expect.stringContaining('BadApiKey')]);
    expect(errors.map(String).join()).not.toContain('a-server-key');
  });
});

describe('a service that asks for a pause of years', () => {
  it('is told again after a day', async () => {
    const clock = { at: Date.now() };
    const headers = { 'Retry-After': '1000000000' };
    const answers = [new Response('{"code":"RateLimitExceeded"}', { status: 429, headers })];
    const fetch = async () => answers.pop() ?? Response.json(counted(1));
    const forward = forwardingTo('http://service', { fetch, pace: {}, now: () => clock.at });

    expect(await forward([track('1')])[0]).toMatchObject({ is: 'again', after: 86_400 });
    clock.at += 86_400_000;

    expect(await forward([track('1')])[0]).toEqual(delivered);
  });
});
