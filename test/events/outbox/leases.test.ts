import { describe, expect, it } from 'vitest';
import { memoryStore, type Store } from '../../../src/browser/store.js';
import { ApiError, NetworkError } from '../../../src/errors.js';
import type { Row } from '../../../src/events/outbox/row.js';
import { ada, cart, custom, opened, purchase, setup } from './an-outbox.js';

describe('an outbox that several pages share', () => {
  it('gives an event to one page at a time, and to another once the lease has ended', async () => {
    const { store, clock, outbox, take } = setup();
    const other = setup({ store, page: 'other', now: () => clock.now });
    await outbox.add(custom('a'));

    expect(await take()).toHaveLength(1);
    expect(await other.take()).toEqual([]);
    clock.now += 101;
    expect(await other.take()).toMatchObject([{ event: { name: 'a' } }]);
  });

  it('leaves an event with a page that asks again before the lease has ended', async () => {
    const { store, clock, outbox, take } = setup();
    const other = setup({ store, page: 'other', now: () => clock.now });
    await outbox.add(custom('a'));
    await take();

    for (let round = 0; round < 5; round++) {
      clock.now += 60;
      await take();
      expect(await other.take()).toEqual([]);
    }
    clock.now += 101;
    expect(await other.take()).toHaveLength(1);
  });

  it('takes no word of a page that has lost an event to another', async () => {
    const { store, clock, outbox, take } = setup();
    const other = setup({ store, page: 'other', now: () => clock.now });
    await outbox.add(custom('a'));
    const [row] = await take();
    clock.now += 101;
    await other.take();

    const late = await outbox.exchange([{ row: row as Row, is: 'refused', reason: 'no' }], {
      limit: 0,
      ahead: 0,
      lease: 0,
      isUrgent: false,
    });

    expect(late.settled).toEqual([]);
    const { waiting, dropped } = await outbox.count();
    expect({ waiting, dropped }).toEqual({ waiting: 1, dropped: {} });
  });

  it('leaves an event with a page that sends it, also when a pause is longer than the lease', async () => {
    const { store, clock, outbox, take } = setup();
    const other = setup({ store, page: 'other', now: () => clock.now });
    await outbox.add(custom('a'));
    await outbox.add(custom('b'));
    const [, failed] = await take();
    const outcome = { row: failed as Row, is: 'failed', pause: 150 } as const;
    await outbox.exchange([outcome], { limit: 4, ahead: 0, lease: 100, isUrgent: false });

    clock.now += 80;
    await take();
    clock.now += 80;

    expect(await other.take()).toMatchObject([{ event: { name: 'b' } }]);
  });

  describe('whose call got no answer, and that has an order,', () => {
    const failed = (row: Row | undefined) =>
      ({ row: row as Row, is: 'failed', error: new NetworkError('Nothing came') }) as const;
    const departure = { limit: 4, ahead: 0, lease: 0, isUrgent: false };

    it('is sent again before what came after it, also where another one has arrived meanwhile', async () => {
      const { outbox, take } = setup();
      await Promise.all([outbox.add(purchase()), outbox.add(custom('a'))]);
      const [older, other] = await take(2, 0);
      await outbox.add(purchase());

      const delivered = { row: other as Row, is: 'delivered' } as const;
      const { rows } = await outbox.exchange([failed(older), delivered], departure);

      expect(rows.map(({ key }) => key)).toEqual([older?.key]);
    });

    it.each([0, 1])(
      'is nobody else’s while its call may still arrive, after %i more steps',
      async (steps) => {
        const { store, outbox, clock, take } = setup();
        await outbox.add(purchase());
        const [older] = await take(1, 0);
        await outbox.add(purchase());
        await outbox.exchange([failed(older)], departure);
        for (let step = 0; step < steps; step++) await outbox.exchange([], departure);

        const next = setup({ store, page: 'next' });
        next.clock.now = clock.now + 4_999;
        expect(await next.take(4, 0)).toEqual([]);
        expect(await next.outbox.count()).toMatchObject({ isBusy: true });
        next.clock.now += 1;
        expect((await next.take(4, 0)).map(({ key }) => key)).toEqual([older?.key]);
      },
    );

    /** A page whose cart has failed, that may send again, as soon as the token is there where one is asked for. */
    async function afterFailure(coming?: Promise<unknown>) {
      const token: { coming?: Promise<unknown> } = {};
      const word = { at: 0, user: ada };
      const visitor = { agrees: true, isMet: true, isSaid: false, settle: () => undefined, word };
      const page = setup({ coming: () => token.coming, visitor });
      await page.outbox.add(cart());
      const [older] = await page.take(1, 0);
      await page.outbox.exchange([failed(older)], departure);
      page.clock.now += 1_000;
      if (coming) token.coming = coming;
      const next = setup({ store: page.store, page: 'next', now: () => page.clock.now });
      return { ...page, older, next };
    }

    it('is its page’s to send again, also as that is hidden', async () => {
      const { outbox, older } = await afterFailure();

      const { rows } = await outbox.exchange([], { ...departure, lease: 5_000, isUrgent: true });

      expect(rows).toMatchObject([{ key: older?.key }]);
    });

    it('has the next slot there, before what was taken ahead', async () => {
      const { outbox } = await afterFailure();

      expect(await outbox.exchange([], { ...departure, limit: 0, ahead: 100 })).toMatchObject({
        isShort: true,
      });
    });

    it('is nobody else’s while its page waits for a token', async () => {
      const { outbox, next, clock } = await afterFailure(new Promise(() => {}));
      const { rows, coming } = await outbox.exchange([], departure);
      expect([rows.length, coming.length]).toEqual([0, 1]);

      expect(await next.take(4, 0)).toEqual([]);
      clock.now += 4_000;
      expect(await next.take(4, 0)).toHaveLength(1);
    });

    it('is anybody’s once the service has answered', async () => {
      const { outbox, take, store, clock } = setup();
      await outbox.add(cart());
      const [row] = await take(1, 0);
      const error = new ApiError('POST /api/commerce/updateCart', { status: 503, rawBody: '' });
      await outbox.exchange([{ row: row as Row, is: 'failed', error }], departure);

      const next = setup({ store, page: 'next' });
      next.clock.now = clock.now + 1_000;
      expect(await next.take(4, 0)).toHaveLength(1);
    });

    it('keeps back a newer cart, which does not take its place', async () => {
      const { outbox, next, clock, older } = await afterFailure();
      await outbox.add({ ...cart(), id: 'newer' });

      expect(await next.take(4, 0)).toEqual([]);
      clock.now += 4_000;
      expect(await next.take(4, 0)).toMatchObject([{ key: older?.key }]);
    });
  });

  it('gives a page no event again that it is still sending, and takes its word for that', async () => {
    const { store, clock, outbox, take } = setup();
    const other = setup({ store, page: 'other', now: () => clock.now });
    await outbox.add(purchase());
    const [row] = await take();
    clock.now += 5_001;
    const [taken] = await other.take();
    const back = { row: taken as Row, is: 'held' } as const;
    await other.outbox.exchange([back], { limit: 0, ahead: 0, lease: 0, isUrgent: false });

    expect(await take()).toEqual([]);
    const delivered = { row: row as Row, is: 'delivered' } as const;
    const { settled } = await outbox.exchange([delivered], { limit: 0, ahead: 0, lease: 0, isUrgent: false });

    expect(settled).toHaveLength(1);
    expect(await outbox.count()).toMatchObject({ waiting: 0, delivered: 1 });
  });

  it.each(['delivered', 'held'] as const)(
    'gives no event again to a page whose word of it, %s, is on its way as it is about to end',
    async (is) => {
      const { outbox, take } = setup();
      await outbox.add(opened());
      const [row] = await take(1, 0);

      const urgent = { limit: 4, ahead: 0, lease: 5_000, isUrgent: true };
      const given = outbox.exchange([], urgent);
      await outbox.exchange([{ row: row as Row, is }], { limit: 0, ahead: 0, lease: 0, isUrgent: false });

      expect((await given).rows).toEqual([]);
    },
  );

  it('does not wait for a lease, or a pause, that a wrong clock has set', async () => {
    const { store, clock, outbox, take } = setup();
    const other = setup({ store, page: 'other', now: () => clock.now });
    clock.now = 1e12;
    await outbox.add(custom('a'));
    const [row] = await take();
    await outbox.add(custom('b'));
    const failed = { row: row as Row, is: 'failed', pause: 50_000 } as const;
    await outbox.exchange([failed], { limit: 0, ahead: 0, lease: 0, isUrgent: false });

    clock.now = 1e11;

    expect(await other.take()).toHaveLength(2);
  });

  it.each([
    ['assume', { waiting: 0, uncertain: 1 }, 0],
    ['resend', { waiting: 1, uncertain: 0 }, 1],
  ] as const)(
    'with `uncertain: %s`, after the page that was sending ended, a message’s event is %j',
    async (uncertain, tally, sent) => {
      const { store, clock, outbox, take } = setup();
      const next = setup({ store, page: 'next', uncertain, now: () => clock.now });
      await outbox.add(opened());
      await take();
      clock.now += 101;

      expect(await next.take()).toHaveLength(sent);
      expect(await next.outbox.count()).toMatchObject(tally);
    },
  );

  it('sends what was nobody’s before what its visitor did since, once it is theirs', async () => {
    const word = { at: 0, user: undefined as { email: string } | undefined };
    const visitor = { agrees: true, isMet: true, isSaid: false, settle: () => undefined, word };
    const { outbox, take } = setup({ visitor });
    await outbox.add({ ...purchase(), id: 'before', user: undefined });
    Object.assign(word, { at: 5, user: ada });
    await outbox.add({ ...purchase(), id: 'since' });
    await outbox.add(custom('looked'));

    expect(await take()).toMatchObject([{ event: { name: 'looked' } }]);
    await outbox.adopt(undefined, [{ user: ada, at: 5 }]);
    expect(await take()).toMatchObject([{ event: { id: 'before' } }]);
  });

  it('sends an event, a cart, a purchase and a profile again after their page ended', async () => {
    const { store, clock, outbox, take } = setup();
    const next = setup({ store, page: 'next', now: () => clock.now });
    await outbox.add(custom('a'));
    await outbox.add(purchase());
    expect(await take()).toHaveLength(2);

    clock.now += 101;
    expect(await next.take()).toMatchObject([{ event: { kind: 'custom' } }]);
    // What must arrive in order may still be on its way.
    clock.now += 5_000;
    expect(await next.take()).toMatchObject([{ event: { kind: 'purchase' } }]);
  });
});

describe('a transaction that is done twice', () => {
  it('leaves no row on its way that nobody was given', async () => {
    const device = memoryStore<Row>();
    let isTwice = false;
    const store: Store<Row> = async (work) => {
      if (isTwice) await device(work);
      isTwice = false;
      return device(work);
    };
    const { outbox, take } = setup({ store });
    await outbox.add(purchase());
    await outbox.add(opened());

    isTwice = true;
    const given = await take();

    expect(given).toHaveLength(2);
    expect(await take()).toEqual([]);
    expect(await outbox.count()).toMatchObject({ waiting: 2, uncertain: 0, isBusy: true });
  });
});
