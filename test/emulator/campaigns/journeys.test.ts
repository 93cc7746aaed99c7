import { describe, expect, it } from 'vitest';
import type { JourneyRow } from '../../../src/emulator/state/project.js';
import { HOUR, NOON, setup } from '../support/content.js';

const journey = (id: number, changes: Partial<JourneyRow> = {}): JourneyRow => ({
  id,
  name: `journey ${id}`,
  createdAt: NOON,
  updatedAt: NOON,
  creatorUserId: 'ada@example.com',
  enabled: true,
  isArchived: false,
  journeyType: 'published',
  triggerEventNames: [],
  ...changes,
});

/** A step that takes an hour, and the last. */
const anHour = { id: 1, kind: 'delay' as const, milliseconds: HOUR };

/** A service with the journeys 1 to 12, of which 12 is archived, and Ada. */
async function withJourneys(changes: Partial<JourneyRow> = {}) {
  const tools = setup();
  for (let id = 1; id <= 12; id += 1)
    tools.put('journeys', id, journey(id, { isArchived: id === 12, ...changes }));
  await tools.admin.users.update({ email: 'ada@example.com' });
  return tools;
}

describe('the list of journeys (decision 42)', () => {
  it('comes in pages of 10', async () => {
    const { admin } = await withJourneys();
    const first = await admin.journeys.list();
    expect(first.journeys).toHaveLength(10);
    expect(first).toMatchObject({ totalJourneysCount: 11, nextPageUrl: '/api/journeys?page=2&pageSize=10' });
    expect(first).not.toHaveProperty('previousPageUrl');
    const second = await admin.journeys.list({ page: 2 });
    expect(second.journeys).toMatchObject([{ id: 11 }]);
    expect(second).toMatchObject({ previousPageUrl: '/api/journeys?page=1&pageSize=10' });
    expect(second).not.toHaveProperty('nextPageUrl');
  });

  it('has the archived ones when it is asked for them', async () => {
    const { admin } = await withJourneys();
    expect((await admin.journeys.list({ state: ['Archived'] })).journeys).toMatchObject([{ id: 12 }]);
  });

  it('is sorted', async () => {
    const { admin } = await withJourneys();
    expect((await admin.journeys.list({ sort: '-id', pageSize: 2 })).journeys).toMatchObject([
      { id: 11 },
      { id: 10 },
    ]);
  });

  it.each([{ pageSize: 51 }, { page: 0 }, { sort: 'colour' }])('refuses %j', async (query) => {
    const [field = ''] = Object.keys(query);
    await expect(setup().admin.journeys.list(query)).rejects.toThrow(`\`${field}\``);
  });
});

describe('triggerWorkflow', () => {
  it('takes a user through a journey, which ends', async () => {
    const { admin, inspect } = await withJourneys();
    await admin.journeys.trigger({ workflowId: 1, email: 'ada@example.com' });
    expect(inspect.events('journeyExit')).toMatchObject([
      { email: 'ada@example.com', fields: { workflowId: 1, journeyName: 'journey 1' } },
    ]);
  });

  it('takes everyone on a list', async () => {
    const { admin, inspect, list } = await withJourneys();
    const listId = await list('ada@example.com', 'bob@example.com');
    await admin.journeys.trigger({ workflowId: 1, listId });
    expect(inspect.events('journeyExit').map(({ email }) => email)).toEqual([
      'ada@example.com',
      'bob@example.com',
    ]);
  });

  it('sends the campaigns of the journey, with the fields of the call', async () => {
    const { admin, template, put, inspect, messages } = await withJourneys();
    const { campaignId } = await admin.campaigns.create({ name: 'step', templateId: await template() });
    await admin.campaigns.activateTriggered({ campaignId });
    const [campaign] = inspect.rows('campaigns') as [Parameters<typeof put<'campaigns'>>[2]];
    put('campaigns', campaignId, { ...campaign, workflowId: 1 });

    await admin.journeys.trigger({ workflowId: 1, email: 'ada@example.com', dataFields: { name: 'you' } });
    await admin.journeys.trigger({ workflowId: 2, email: 'ada@example.com' });

    expect(messages()).toMatchObject([{ campaignId, content: { html: 'Hello you' } }]);
  });

  it('lets a user in no more often than the journey says', async () => {
    const { admin, inspect } = await withJourneys({ lifetimeLimit: 2 });
    for (let time = 0; time < 3; time += 1) {
      await admin.journeys.trigger({ workflowId: 1, email: 'ada@example.com' });
    }
    await admin.journeys.trigger({ workflowId: 2, email: 'ada@example.com' });
    expect(inspect.events('journeyExit')).toHaveLength(3);
  });

  it('lets a user wait in it, and be there no more often at a time than the journey says', async () => {
    const { admin, inspect, clock } = await withJourneys({ tiles: [anHour], simultaneousLimit: 2 });
    const enter = () => admin.journeys.trigger({ workflowId: 1, email: 'ada@example.com' });
    for (let time = 0; time < 3; time += 1) await enter();
    await admin.journeys.trigger({ workflowId: 2, email: 'ada@example.com' });
    expect(inspect.events('journeyExit')).toEqual([]);

    clock.advance(HOUR);
    expect(inspect.events('journeyExit')).toHaveLength(3);
    expect(inspect.rows('journeyEntries')).toEqual([2, 1]);

    await enter();
    clock.advance(HOUR);
    expect(inspect.events('journeyExit')).toHaveLength(4);
    expect((await admin.journeys.list()).journeys[0]).not.toHaveProperty('tiles');
  });

  it('takes a user to the end who was merged while they waited, and is there as both then', async () => {
    const { admin, inspect, clock } = await withJourneys({ tiles: [anHour], simultaneousLimit: 2 });
    await admin.users.update({ email: 'bob@example.com' });
    for (const email of ['ada@example.com', 'bob@example.com']) {
      await admin.journeys.trigger({ workflowId: 1, email });
    }
    await admin.users.merge({ sourceEmail: 'bob@example.com', destinationEmail: 'ada@example.com' });
    await admin.journeys.trigger({ workflowId: 1, email: 'ada@example.com' });

    clock.advance(HOUR);

    expect(inspect.events('journeyExit').map(({ email }) => email)).toEqual([
      'ada@example.com',
      'ada@example.com',
    ]);
  });

  it('counts the entries of both of two users who were merged', async () => {
    const { admin, inspect } = await withJourneys({ lifetimeLimit: 3 });
    await admin.users.update({ email: 'bob@example.com' });
    for (const email of ['ada@example.com', 'bob@example.com']) {
      await admin.journeys.trigger({ workflowId: 1, email });
    }
    await admin.users.merge({ sourceEmail: 'bob@example.com', destinationEmail: 'ada@example.com' });

    for (let time = 0; time < 3; time += 1) {
      await admin.journeys.trigger({ workflowId: 1, email: 'ada@example.com' });
    }

    expect(inspect.events('journeyExit')).toHaveLength(3);
    expect(inspect.rows('journeyEntries')).toEqual([3]);
  });

  it.each([
    ['a journey that is not there', {}, { workflowId: 4711, email: 'ada@example.com' }, '`workflowId`'],
    [
      'one that is not enabled',
      { enabled: false },
      { workflowId: 1, email: 'ada@example.com' },
      '`workflowId`',
    ],
    ['one that is archived', {}, { workflowId: 12, email: 'ada@example.com' }, '`workflowId`'],
    [
      'a draft',
      { journeyType: 'draft' as const },
      { workflowId: 1, email: 'ada@example.com' },
      '`workflowId`',
    ],
    ['a user who is not there', {}, { workflowId: 1, email: 'eve@example.com' }, '`email`'],
    ['a list that is not there', {}, { workflowId: 1, listId: 4711 }, '`listId`'],
    ['nobody', {}, { workflowId: 1 }, '`email` or `userId`'],
    ['a user and a list', {}, { workflowId: 1, listId: 1, email: 'ada@example.com' }, '`listId`'],
  ])('refuses %s', async (_, changes, body, named) => {
    const { call, inspect } = await withJourneys(changes);
    const answer = await call('/api/workflows/triggerWorkflow', body);
    expect(answer.status).toBe(400);
    expect((answer.body as { msg: string }).msg).toContain(named);
    expect(inspect.events('journeyExit')).toEqual([]);
  });
});

describe('a journey that an event starts', () => {
  it('takes the user through it once per event, and not again when the event is only updated', async () => {
    const { admin, inspect } = await withJourneys({ triggerEventNames: ['signed-up'] });

    await admin.events.track({ email: 'ada@example.com', eventName: 'signed-up', id: '1' });
    await admin.events.track({ email: 'ada@example.com', eventName: 'signed-up', id: '1' });
    await admin.events.track({ email: 'ada@example.com', eventName: 'signed-off' });

    expect(inspect.events('journeyExit')).toHaveLength(11); // One for each that is not archived.
  });

  it('may be a purchase (Events)', async () => {
    const { admin, inspect } = await withJourneys({ triggerEventNames: ['purchase'] });
    await admin.commerce.trackPurchase({ user: { email: 'ada@example.com' }, items: [], total: 0 });
    expect(inspect.events('journeyExit')).toHaveLength(11);
  });
});
