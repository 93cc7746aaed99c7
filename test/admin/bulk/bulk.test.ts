import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BulkFailure, type BulkProgress, type UserUpdateInBatch } from '../../../src/admin/index.js';
import type { Source } from '../../../src/admin/bulk/bulk-options.js';
import { createEmulator } from '../../../src/emulator/app.js';
import { expectWhole, setup, user, users } from '../support/bulk.js';
import { turn } from '../support/waiting.js';

describe('bulk work', () => {
  it.each<[string, (items: UserUpdateInBatch[]) => Source<UserUpdateInBatch>]>([
    ['a list', (items) => items],
    ['a generator', (items) => iterate(items)],
    ['a web stream', streamOf],
  ])('sends all of %s, in chunks', async (_, sourceOf) => {
    const { admin, sizes, emails } = setup();

    const report = await admin.bulk.updateUsers(sourceOf(users(2_500)));

    expect(report).toMatchObject({ read: 2_500, sent: 2_500, failed: 0, skipped: 0, requests: 3 });
    expect(sizes()).toEqual([1_000, 1_000, 500]);
    expect(emails()).toHaveLength(2_500);
  });

  it('finishes what is under way when its source fails, and keeps that it is done', async () => {
    const emulator = createEmulator();
    let fail = () => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    const { admin } = setup({
      apiKey: emulator.keys.server,
      fetch: async (input, init) => {
        // It is on its way until the failure has been heard of everywhere.
        await failed;
        await turn();
        return emulator.fetch(input, init);
      },
    });
    const saved: unknown[] = [];
    async function* failing() {
      yield* users(250);
      fail();
      throw new Error('The file cannot be read');
    }

    const work = admin.bulk.updateUsers(failing(), {
      chunkSize: 100,
      checkpoint: { load: async () => undefined, save: async (state) => void saved.push(state) },
    });

    await expect(work).rejects.toMatchObject({
      message: 'The file cannot be read',
      report: { sent: 200, failed: 0 },
    });
    expect(emulator.inspect.people).toHaveLength(200);
    expect(saved.at(-1)).toMatchObject({ done: [[0, 200]] });
  });

  it('keeps chunks under a number of bytes, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"', '\n'), maxLength: 60 }), {
          maxLength: 80,
        }),
        async (texts) => {
          const { admin, calls } = setup();
          const source = texts.map((text, index) => ({ ...user(index), dataFields: { text } }));

          const report = await admin.bulk.updateUsers(source, { chunkBytes: 400 });

          const bodies = calls().map(({ body }) => JSON.stringify((body as { users: unknown[] }).users));
          expect(bodies.filter((body) => Buffer.byteLength(body) > 401)).toEqual([]);
          expect(report.sent + report.failed).toBe(texts.length);
        },
      ),
      { seed: 5, numRuns: 25 },
    );
  });

  it('reports an item that alone is too large, and sends the others', async () => {
    const { admin, emails } = setup();
    const large = { ...user(1), dataFields: { text: 'x'.repeat(5_000) } };

    const report = await admin.bulk.updateUsers([user(0), large, user(2)], { chunkBytes: 4_000 });

    expect(report).toMatchObject({ sent: 2, failures: [{ index: 1, item: large, reason: 'tooLarge' }] });
    expect(emails()).toHaveLength(2);
  });

  it('halves a chunk that the service finds too large', async () => {
    const { admin, fail, sizes } = setup();
    fail({ kind: 'status', status: 413 }, { kind: 'status', status: 413 });

    const report = await admin.bulk.updateUsers(users(8));

    expect(report).toMatchObject({ sent: 8, failed: 0 });
    expect(sizes()).toEqual([8, 4, 2, 2, 4]);
  });

  it('finds the one item for which a chunk is refused', async () => {
    const { admin, emails } = setup();
    const bad = { ...user(5), mergeNestedObjects: 'none' as never };

    const report = await admin.bulk.updateUsers([...users(5), bad, user(6), user(7)]);

    expect(report.failures).toMatchObject([
      { index: 5, item: bad, reason: 'refused', code: 'BadParams', retryable: false },
    ]);
    expect(report).toMatchObject({ sent: 7, failed: 1 });
    expect(emails()).toHaveLength(7);
  });

  it('names each user that was not taken, by its place', async () => {
    const { admin } = setup();
    await admin.users.update(user(3));
    await admin.users.forget({ email: 'user-3@example.com' });
    const source = [
      user(0),
      { email: 'no email' },
      { email: 'USER-3@example.com' },
      { userId: 'ada' },
      {} as never,
    ];
    const heard: BulkFailure<UserUpdateInBatch>[] = [];

    const report = await admin.bulk.updateUsers(source, { onFailure: (failure) => heard.push(failure) });

    expect(report).toMatchObject({ read: 5, sent: 2, failed: 3 });
    expect(heard.sort((a, b) => a.index - b.index)).toMatchObject([
      { index: 1, item: source[1], reason: 'invalidEmail', code: 'InvalidEmailAddressError' },
      { index: 2, item: source[2], reason: 'forgotten', code: 'ForgottenUserError' },
      { index: 4, item: source[4], reason: 'invalid', message: 'It must have one of `email` and `userId`' },
    ]);
  });

  it('asks again where one of two items of a person was taken, and tells which', async () => {
    const { admin } = setup();
    await admin.users.update({ email: 'ada@example.com', dataFields: { age: 36 } });
    const right = { email: 'ada@example.com', dataFields: { age: 37 } };
    const wrong = { email: 'ada@example.com', dataFields: { age: 'old' } };

    const report = await admin.bulk.updateUsers([user(0), wrong, right, user(1)]);

    expect(report).toMatchObject({
      sent: 3,
      failed: 1,
      failures: [{ index: 1, item: wrong, reason: 'invalidData' }],
    });
    expect((await admin.users.getByEmail({ email: 'ada@example.com' })).user?.dataFields).toMatchObject({
      age: 37,
    });
  });

  it('leaves nothing unaccounted for, whatever the service names and counts', async () => {
    const scenario = fc.array(fc.record({ who: fc.integer({ min: 0, max: 6 }), isBad: fc.boolean() }), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(scenario, fc.boolean(), async (items, doesName) => {
        // A service that takes what is not bad, and may forget to name whom it refuses.
        const fetch: typeof globalThis.fetch = async (input, init) => {
          const { users } = (await new Request(input, init).json()) as {
            users: { email: string; dataFields: { isBad: boolean } }[];
          };
          const bad = users.filter(({ dataFields }) => dataFields.isBad);
          const conflictEmails = doesName ? bad.map(({ email }) => email) : [];
          const counts = { successCount: users.length - bad.length, failCount: bad.length };
          return Response.json({ ...counts, failedUpdates: { conflictEmails } });
        };
        const source = items.map(({ who, isBad }) => ({
          email: `${who}@example.com`,
          dataFields: { isBad },
        }));

        const report = await setup({ fetch }).admin.bulk.updateUsers(source, { chunkSize: 7 });

        const bad = items.flatMap(({ isBad }, index) => (isBad ? [index] : []));
        expect(report.failures.map(({ index }) => index).sort((a, b) => a - b)).toEqual(bad);
        expect(report.sent).toBe(source.length - bad.length);
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  it('never has a person in two chunks at a time, and keeps their order', async () => {
    const underWay = new Set<string>();
    const arrived = new Map<string, number[]>();
    let together = 0;
    let most = 0;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { users } = (await new Request(input, init).json()) as {
        users: { email: string; dataFields: { turn: number } }[];
      };
      const people = new Set(users.map(({ email }) => email));
      for (const person of people) if (underWay.has(person)) together += 1;
      for (const person of people) underWay.add(person);
      most = Math.max(most, underWay.size);
      for (const { email, dataFields } of users)
        arrived.set(email, [...(arrived.get(email) ?? []), dataFields.turn]);
      for (let left = users.length % 7; left >= 0; left -= 1) await turn();
      for (const person of people) underWay.delete(person);
      return Response.json({ successCount: users.length, failCount: 0 });
    };
    const source = Array.from({ length: 600 }, (_, turn) => ({
      email: `${(turn * 7_919) % 23}@example.com`,
      dataFields: { turn },
    }));

    expect(await setup({ fetch }).admin.bulk.updateUsers(source, { chunkSize: 9 })).toMatchObject({
      sent: 600,
    });

    expect(together).toBe(0);
    expect(most).toBeGreaterThan(9);
    for (const turns of arrived.values()) expect(turns).toEqual([...turns].sort((a, b) => a - b));
  });

  it('tells how far it is', async () => {
    const { admin } = setup();
    const told: BulkProgress[] = [];

    await admin.bulk.updateUsers(users(40), { chunkSize: 10, onProgress: (progress) => told.push(progress) });

    expect(told).toHaveLength(4);
    expect(told.at(-1)).toMatchObject({ read: 40, sent: 40, failed: 0, timeLeft: 0 });
    expect(told[1]?.timeLeft).toBeGreaterThanOrEqual(0);
    for (const { sent, failed, skipped, read } of told)
      expect(sent + failed + skipped).toBeLessThanOrEqual(read);
  });

  it('plans without sending', async () => {
    const { admin, calls } = setup();

    const report = await admin.bulk.updateUsers([...users(12_000), {} as never], { dryRun: true });

    expect(report).toMatchObject({
      read: 12_001,
      sent: 0,
      failed: 1,
      skipped: 12_000,
      requests: 12,
      leastTime: 2_000,
    });
    expect(report.bytes).toBeGreaterThan(500_000);
    expect(calls()).toHaveLength(0);
  });

  it('reads no further ahead than it sends', async () => {
    const { admin, fail } = setup();
    fail({ kind: 'status', status: 403 });
    let read = 0;
    function* endless() {
      for (;;) yield user((read += 1));
    }

    await expect(admin.bulk.updateUsers(endless(), { chunkSize: 10 })).rejects.toMatchObject({ status: 403 });

    expect(read).toBeLessThanOrEqual(60);
  });

  it.each([401, 403, 404])(
    'stops when all of it is refused with %d, and says how far it was',
    async (status) => {
      const { admin, fail } = setup();
      await admin.bulk.updateUsers(users(1));
      fail({ kind: 'status', status, times: 9 });

      const stopped = admin.bulk.updateUsers(users(100), { chunkSize: 10, concurrency: 1 });

      await expect(stopped).rejects.toMatchObject({ status, report: { sent: 0, failed: 0 } });
    },
  );

  it('stops when nothing is ever taken, instead of asking about each item', async () => {
    const { admin, calls } = setup();
    const stopped = admin.bulk.subscribe(users(1_000), { listId: 404_404 });
    await expect(stopped).rejects.toMatchObject({ status: 400 });
    expect(calls().length).toBeLessThan(80);
  });

  it('stops at once when it is cancelled', async () => {
    const controller = new AbortController();
    const fetch: typeof globalThis.fetch = () => {
      queueMicrotask(() => controller.abort());
      // It is never answered.
      return new Promise(() => {});
    };
    const { admin } = setup({ fetch });

    const stopped = admin.bulk.updateUsers(users(5_000), { signal: controller.signal });

    await expect(stopped).rejects.toMatchObject({ name: 'AbortError', report: { sent: 0 } });
  });
});

describe('every kind of bulk work', () => {
  it('reaches its operation', async () => {
    const { admin, emulator } = setup();
    const { listId } = await admin.lists.create({ name: 'Spring' });
    await admin.catalogs.create({ catalogName: 'shelf' });
    const items = Array.from({ length: 1_500 }, (_, index) => ({
      itemId: `item-${index}`,
      value: { index },
    }));
    const people = users(30).map(({ email }) => ({ email: email ?? '' }));

    const reports = [
      await admin.bulk.subscribe(people, { listId }),
      await admin.bulk.unsubscribe(people.slice(0, 10), { listId }),
      await admin.bulk.updateSubscriptions(people.map((person) => ({ ...person, emailListIds: [listId] }))),
      await admin.bulk.uploadCatalogItems(items, { catalogName: 'shelf' }),
      await admin.bulk.uploadCatalogItems([...items.slice(0, 2), ...items.slice(0, 2)], {
        catalogName: 'shelf',
      }),
      await admin.bulk.deleteCatalogItems(
        items.slice(1).map(({ itemId }) => itemId),
        { catalogName: 'shelf' },
      ),
      await admin.bulk.trackEvents([
        { email: 'a@example.com', eventName: 'x' },
        { email: 'a@example.com', eventName: 'emailSend' },
      ]),
    ];

    for (const report of reports) expectWhole(report);
    expect(reports.map(({ sent }) => sent)).toEqual([30, 10, 30, 1_500, 4, 1_499, 1]);
    expect(reports.at(-1)?.failures).toMatchObject([{ index: 1, reason: 'disallowedEvent' }]);
    expect(reports[4]?.requests).toBe(2);
    expect(await admin.lists.getSize({ listId })).toBe(30);
    expect((await admin.catalogs.items.list({ catalogName: 'shelf' })).totalItemsCount).toBe(1);
    expect(emulator.inspect.events('customEvent')).toHaveLength(1);
  });

  it('refuses the one catalog item that is wrong', async () => {
    const { admin } = setup();
    await admin.catalogs.create({ catalogName: 'shelf' });
    const items = [
      { itemId: 'a', value: { price: 1 } },
      { itemId: 'b', value: { price: 'dear' } },
      { itemId: 'c!', value: {} },
      { itemId: 'd', value: { text: 'x'.repeat(30_001) } },
      { itemId: 'e', value: { price: 2 } },
    ];

    const { sent, failures } = await admin.bulk.uploadCatalogItems(items, { catalogName: 'shelf' });

    expect(sent).toBe(2);
    expect(failures.sort((a, b) => a.index - b.index)).toMatchObject([
      { index: 1, reason: 'refused', code: 'RequestFieldsTypesMismatched' },
      { index: 2, reason: 'invalid' },
      { index: 3, reason: 'tooLarge' },
    ]);
  });
});

async function* iterate(items: UserUpdateInBatch[]) {
  yield* items;
}

function streamOf(items: UserUpdateInBatch[]): ReadableStream<UserUpdateInBatch> {
  return new ReadableStream({
    start(controller) {
      for (const item of items) controller.enqueue(item);
      controller.close();
    },
  });
}
