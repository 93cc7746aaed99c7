import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { checkIds, checkMembers } from './support/whole/invariants.js';
import { buildWorld, connections, NOON, type World } from './support/whole/world.js';

/** Where chance starts, and how many walks there are: always the same few, unless the environment asks for more. */
const { WALK_SEED = '20260115', WALKS = '50' } = process.env;
/** How many walks are one test. */
const SHARE = 10;
const MAX_STEPS = 100;

/** A world, and what must have become of the calls that were made to it. */
interface Walk extends World {
  lists: number[];
  /** How many records there must be of a type, beside those with an id of ours. */
  unnamed: Record<RecordType, number>;
  /** The ids of ours that records must have. */
  named: Record<RecordType, Set<string>>;
}

type RecordType = 'customEvent' | 'purchase';

/** One valid call, or a while that passes. */
type Step = (walk: Walk) => unknown;

const contents = buildWorld();

async function start(): Promise<Walk> {
  const { saved, ids } = await contents;
  const emulator = createEmulator({ now: () => NOON, tokenKeys: [] });
  emulator.load(saved);
  const clients = connections(emulator, 'http://emulator', emulator.fetch);
  await clients.server.users.update({ email: 'cy@example.com' });
  await clients.server.users.update({ userId: 'u2' });
  return {
    emulator,
    ids,
    ...clients,
    lists: [ids.listId],
    unnamed: { customEvent: 0, purchase: 0 },
    named: { customEvent: new Set(['e1']), purchase: new Set() },
  };
}

function expectRecord({ named, unnamed }: Walk, type: RecordType, id: string | undefined) {
  if (id === undefined) unnamed[type] += 1;
  else named[type].add(id);
}

/** People who do things and stay. */
const email = fc.constantFrom('ada@example.com', 'bob@example.com', 'cy@example.com', 'Ada@Example.com');
const user = fc.oneof(
  email.map((email) => ({ email })),
  fc.constantFrom('u1', 'u2').map((userId) => ({ userId })),
);
/** People who are on lists, and may be deleted. */
const guest = fc.constantFrom('g1@example.com', 'g2@example.com', 'g3@example.com');
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const ownId = optional(fc.constantFrom('a', 'b', 'c'));
/** Fields whose values always have the type of their name. */
const fields = fc.record(
  {
    town: fc.string(),
    age: fc.nat(),
    isMember: fc.boolean(),
    '日本 "1"': fc.string(),
    deep: fc.record({ colour: fc.string(), sizes: fc.array(fc.nat()) }),
  },
  { requiredKeys: [] },
);
const items = fc.array(
  fc.record({ id: fc.constantFrom('A1', 'B2'), name: fc.string(), price: fc.nat(), quantity: fc.nat(9) }),
  { maxLength: 3 },
);
const given = <Value>(name: string, value: Value | undefined) =>
  value === undefined ? {} : { [name]: value };
const anyList = ({ lists }: Walk, index: number) => lists[index % lists.length] ?? 0;

const peopleSteps: fc.Arbitrary<Step>[] = [
  fc.tuple(user, fields, fc.boolean()).map(
    ([user, dataFields, mergeNestedObjects]) =>
      ({ server }) =>
        server.users.update({ ...user, dataFields, mergeNestedObjects }),
  ),
  fc.array(fc.tuple(user, fields), { maxLength: 4 }).map(
    (users) =>
      ({ server }) =>
        server.users.bulkUpdate({ users: users.map(([user, dataFields]) => ({ ...user, dataFields })) }),
  ),
  user.map(
    (user) =>
      ({ server }) =>
        'email' in user ? server.users.getByEmail(user) : server.users.getByUserId(user),
  ),
  guest.map((email) => async ({ server }) => {
    await server.users.update({ email });
    await server.users.deleteByEmail({ email });
  }),
  fc.constant(({ server }) => server.users.getFields()),
];

const eventSteps: fc.Arbitrary<Step>[] = [
  fc.tuple(user, fields, ownId).map(([user, dataFields, id]) => async (walk) => {
    await walk.web.events.track({ ...user, eventName: 'viewed', dataFields, ...given('id', id) });
    expectRecord(walk, 'customEvent', id);
  }),
  fc.array(fc.tuple(user, ownId), { maxLength: 5 }).map((events) => async (walk) => {
    const all = events.map(([user, id]) => ({ ...user, eventName: 'liked', ...given('id', id) }));
    // Those of an unknown user are told as failed, so they are made known first.
    for (const [user] of events) await walk.server.users.update(user);
    const { successCount } = await walk.server.events.trackBulk({ events: all });
    expect(successCount).toBe(events.length);
    for (const [, id] of events) expectRecord(walk, 'customEvent', id);
  }),
  fc.tuple(user, items).map(
    ([user, items]) =>
      ({ web }) =>
        web.commerce.updateCart({ user, items }),
  ),
  fc.tuple(user, items, ownId).map(([user, items, id]) => async (walk) => {
    await walk.web.commerce.trackPurchase({ user, items, total: 12, ...given('id', id) });
    expectRecord(walk, 'purchase', id);
    const { dataFields } = walk.emulator.inspect.person(user) ?? {};
    expect(dataFields?.['shoppingCartItems'] ?? []).toEqual([]);
  }),
];

const listSteps: fc.Arbitrary<Step>[] = [
  fc.string({ minLength: 1, maxLength: 20 }).map((name) => async ({ server, lists }) => {
    lists.push((await server.lists.create({ name })).listId);
  }),
  fc.tuple(fc.nat(), fc.array(fc.oneof(guest, email), { maxLength: 5 })).map(
    ([index, emails]) =>
      (walk) =>
        walk.server.lists.subscribe({
          listId: anyList(walk, index),
          subscribers: emails.map((email) => ({ email })),
        }),
  ),
  fc.tuple(fc.nat(), fc.array(fc.oneof(guest, email), { maxLength: 5 })).map(
    ([index, emails]) =>
      (walk) =>
        walk.server.lists.unsubscribe({
          listId: anyList(walk, index),
          subscribers: emails.map((email) => ({ email })),
        }),
  ),
];

const contentSteps: fc.Arbitrary<Step>[] = [
  fc.tuple(fc.constantFrom('a', 'b', 'A'), fields).map(
    ([itemId, value]) =>
      ({ server }) =>
        server.catalogs.items.replace({ catalogName: 'Mugs', itemId, value }),
  ),
  fc.tuple(fc.constantFrom('a', 'b', 'A'), fields).map(
    ([itemId, update]) =>
      ({ server }) =>
        server.catalogs.items.update({ catalogName: 'mugs', itemId, update }),
  ),
  fc.constantFrom('a', 'b').map(
    (itemId) =>
      ({ server }) =>
        server.catalogs.items.delete({ catalogName: 'MUGS', itemId }),
  ),
  fields.map(
    (value) =>
      ({ server }) =>
        server.metadata.put({ table: 'prices', key: 'k', value }),
  ),
  fc.constantFrom('header', 'aside').map(
    (name) =>
      ({ server }) =>
        server.snippets.update({ identifier: name, content: `<p>{{${name}}}</p>` }),
  ),
  fc.constantFrom('a', 'b').map(
    (id) =>
      ({ server }) =>
        server.templates.email.upsert({ clientTemplateId: id, html: '<p>{{town}}</p>', subject: 'Hi' }),
  ),
];

const sendSteps: fc.Arbitrary<Step>[] = [
  email.chain((recipientEmail) =>
    fc
      .constantFrom('email', 'inApp', 'push', 'sms')
      .map(
        (channel) => (walk: Walk) =>
          walk.server[channel].target({ campaignId: walk.ids.running[channel], recipientEmail }),
      ),
  ),
  fc.nat().map(
    (index) => (walk) =>
      walk.server.campaigns.create({
        name: 'Walk',
        templateId: walk.ids.templates.email,
        listIds: [anyList(walk, index)],
      }),
  ),
  fc.nat().map(
    (index) => (walk) =>
      walk.server.campaigns.trigger({
        campaignId: walk.ids.running.email,
        listIds: [anyList(walk, index)],
      }),
  ),
  email.map((email) => async ({ web }) => {
    const { inAppMessages } = await web.inApp.getMessages({ email, count: 5 });
    const [first] = inAppMessages;
    if (first) await web.events.consumeInApp({ email, messageId: first.messageId, deleteAction: 'button' });
  }),
  fc.nat(7_200_000).map(
    (milliseconds) =>
      ({ emulator }) =>
        emulator.clock.advance(milliseconds),
  ),
  fc.constant(({ server }) =>
    server.exports.start({ dataTypeName: 'customEvent', outputFormat: 'text/csv' }),
  ),
];

const step = fc.oneof(...peopleSteps, ...eventSteps, ...listSteps, ...contentSteps, ...sendSteps);

/** The members of a list are who its size counts. */
async function checkLists({ lists, server }: Walk) {
  for (const listId of lists) {
    const members = (await server.lists.previewUsers({ listId, size: 5_000 })).split('\n').filter(Boolean);
    expect(await server.lists.getSize({ listId })).toBe(members.length);
  }
}

/** Each call that produces a record has produced one, and a repeat of its id none. */
function checkRecords({ emulator, named, unnamed }: Walk) {
  for (const type of ['customEvent', 'purchase'] as const) {
    const ids = emulator.inspect.events(type).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(named[type].size + unnamed[type]);
    expect(ids).toEqual(expect.arrayContaining([...named[type]]));
  }
}

describe('a random walk of valid calls', () => {
  const seeds = Array.from(
    { length: Math.ceil(Number(WALKS) / SHARE) },
    (_, share) => Number(WALK_SEED) + share,
  );
  let calls = 0;

  async function walk(steps: Step[]) {
    const here = await start();
    for (const take of steps) await take(here);
    await here.emulator.settle();
    const requests = [...here.emulator.inspect.requests];
    expect(
      requests.filter(({ status = 0 }) => status >= 400).map(({ route, answer }) => ({ route, answer })),
    ).toEqual([]);
    calls += requests.length;
    await checkLists(here);
    checkRecords(here);
    checkMembers(here.emulator);
    checkIds(here.emulator);
  }

  it.each(seeds)('is never answered 500 nor refused, and keeps what must be so: seed %d', async (seed) => {
    const steps = fc.array(step, { maxLength: MAX_STEPS, size: 'max' });
    const outcome = await fc.check(fc.asyncProperty(steps, walk), { seed, numRuns: SHARE });
    if (!outcome.failed) return;
    const replay = `WALK_SEED=${seed} WALKS=${SHARE} npm run unit -- test/emulator/random-walk.test.ts`;
    const message = `${fc.defaultReportMessage(outcome)}\n\nTo walk there again: ${replay}\n`;
    throw new Error(message, { cause: outcome.errorInstance });
  });

  it('makes thousands of calls', async ({ annotate }) => {
    await annotate(`${calls} valid calls in ${seeds.length} walks`, 'figure');
    expect(calls).toBeGreaterThanOrEqual(40 * SHARE * seeds.length);
  });
});
