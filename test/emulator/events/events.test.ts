import { describe, expect, it } from 'vitest';
import { contract } from '../../support/contract.js';
import { heldLatency, settled } from '../support/latency.js';
import { NOW, setup } from '../support/people.js';

const ada = { email: 'ada@example.com' };
/** What the service records, without what people track and what is no event. */
const ownEvents = (contract.models['StartExportRequest']?.['dataTypeName']?.enum ?? []).filter(
  (name) => !['customEvent', 'purchase', 'user'].includes(name),
);

describe('tracking an event', () => {
  it('records a customEvent for a user who is made when new (Events)', async () => {
    const { admin, inspect } = setup();

    const answer = await admin.events.track({
      ...ada,
      eventName: 'seen',
      dataFields: { sku: 'A1' },
      createdAt: 1_700_000_000,
      campaignId: 4,
      templateId: 5,
    });

    expect(answer.params).toEqual({ createdFields: ['sku'], filteredOutFields: [] });
    expect(inspect.events()).toMatchObject([
      {
        type: 'customEvent',
        ...ada,
        createdAt: 1_700_000_000_000,
        fields: { eventName: 'seen', sku: 'A1', campaignId: 4, templateId: 5 },
      },
    ]);
  });

  it('with an id that exists updates the event, and keeps its time (decision 14)', async () => {
    const { admin, emulator, inspect } = setup();
    const event = { ...ada, id: 'e1', eventName: 'seen' };
    await admin.events.track({ ...event, dataFields: { step: 1 } });
    emulator.clock.advance(5_000);

    await admin.events.track({ ...event, dataFields: { step: 2 } });

    expect(inspect.events()).toMatchObject([{ id: 'e1', createdAt: NOW, fields: { step: 2 } }]);
  });

  it('takes the time of receipt, not that of writing (Event tracking)', async () => {
    const { admin, emulator, inspect } = setup({ latency: heldLatency() });

    await admin.events.track({ ...ada, eventName: 'seen' });
    emulator.clock.advance(5_000);
    expect(inspect.events()).toEqual([]);
    await settled(emulator);

    expect(inspect.events()).toMatchObject([{ createdAt: NOW }]);
  });

  it('leaves out new fields when told so, and refuses another type (createNewFields, Errors)', async () => {
    const { admin, inspect } = setup();
    await admin.events.track({ ...ada, eventName: 'seen', dataFields: { price: 1 } });

    const answer = await admin.events.track({
      ...ada,
      eventName: 'seen',
      dataFields: { price: 2, color: 'red' },
      createNewFields: false,
    });
    const refused = admin.events.track({ userId: 'new', eventName: 'other', dataFields: { price: 'two' } });

    expect(answer.params).toEqual({ createdFields: [], filteredOutFields: ['color'] });
    await expect(refused).rejects.toMatchObject({ code: 'RequestFieldsTypesMismatched' });
    expect(inspect.people).toHaveLength(1);
  });

  it.each([
    ['eventName', { ...ada }],
    ['eventName', { ...ada, eventName: 'x'.repeat(256) }],
    ['eventName', { ...ada, eventName: 'emailSend' }],
    ['id', { ...ada, eventName: 'seen', id: 'é'.repeat(257) }],
    ['createdAt', { ...ada, eventName: 'seen', createdAt: 'now' }],
    ['dataFields', { ...ada, eventName: 'seen', dataFields: [] }],
    ['email', { email: 'x', eventName: 'seen' }],
    ['email', { ...ada, userId: 'a', eventName: 'seen' }],
    ['email', { eventName: 'seen' }],
  ])('refuses a wrong `%s`: %#', async (field, body) => {
    const { call, inspect } = setup();

    const { status, answer } = await call('POST /api/events/track', body);

    expect(status).toBe(400);
    expect(answer?.['msg']).toContain(`\`${field}\``);
    expect(inspect.people).toEqual([]);
  });

  it.each(ownEvents)('leaves %s to the service itself (Events)', async (eventName) => {
    const { call } = setup();
    const { status, answer } = await call('POST /api/events/track', { ...ada, eventName });
    expect([status, answer?.['msg']]).toEqual([400, expect.stringContaining(`\`eventName\`: ${eventName}`)]);
  });

  it('refuses a time in milliseconds, and says what it wants instead (decision 7)', async () => {
    const { call } = setup();
    const trackedAt = (createdAt: number) =>
      call('POST /api/events/track', { ...ada, eventName: 'seen', createdAt });

    expect((await trackedAt(NOW)).answer?.['msg']).toMatch('`createdAt`: must be in seconds');
    expect(await trackedAt(NOW / 1_000)).toMatchObject({ status: 200 });
  });

  it('is for known ids in an email-based project (Errors)', async () => {
    const { admin } = setup({ project: 'email' });

    const track = admin.events.track({ userId: 'a', eventName: 'seen' });

    await expect(track).rejects.toMatchObject({ status: 400, code: 'UnknownUserIdError' });
  });
});

describe('tracking in bulk', () => {
  it('records what is right, and tells what was not (BulkTrackResponse)', async () => {
    const { admin, call, inspect } = setup({ project: 'email' });
    await admin.users.forget({ email: 'gone@example.com' });
    await admin.users.forget({ userId: 'gone' });
    const tooLong = 'x'.repeat(256);

    const { status, answer } = await call('POST /api/events/trackBulk', {
      events: [
        { ...ada, eventName: 'seen', dataFields: { sku: 'A1' } },
        { ...ada, eventName: 'bought', dataFields: { other: 1 }, createNewFields: false },
        { email: 'gone@example.com', eventName: 'seen' },
        { userId: 'gone', eventName: 'seen' },
        { email: 'no-email', eventName: 'seen' },
        { userId: tooLong, eventName: 'seen' },
        { userId: 'unknown', eventName: 'seen' },
        { ...ada, eventName: 'emailSend' },
      ],
    });

    expect(status).toBe(200);
    expect(answer).toEqual({
      successCount: 2,
      failCount: 6,
      createdFields: ['sku'],
      filteredOutFields: ['other'],
      disallowedEventNames: ['emailSend'],
      failedUpdates: {
        forgottenEmails: ['gone@example.com'],
        forgottenUserIds: ['gone'],
        invalidEmails: ['no-email'],
        invalidUserIds: [tooLong],
        notFoundEmails: [],
        notFoundUserIds: ['unknown'],
      },
      invalidEmails: ['no-email'],
      invalidUserIds: [tooLong],
    });
    expect(inspect.events().map(({ fields }) => fields['eventName'])).toEqual(['seen', 'bought']);
  });

  it('tells an email in a project that has ids only (BulkTrackResponse)', async () => {
    const { admin } = setup({ project: 'userId' });

    const answer = await admin.events.trackBulk({ events: [{ ...ada, eventName: 'seen' }] });

    expect(answer).toMatchObject({ failCount: 1, failedUpdates: { notFoundEmails: [ada.email] } });
  });

  it('counts an event whose fields cannot be stored', async () => {
    const { admin } = setup();
    await admin.events.track({ ...ada, eventName: 'seen', dataFields: { price: 1 } });

    const answer = await admin.events.trackBulk({
      events: [{ ...ada, eventName: 'seen', dataFields: { price: 'one' } }],
    });

    expect(answer).toMatchObject({ successCount: 0, failCount: 1 });
  });

  it.each([
    ['eventName', { ...ada }],
    ['eventName', { ...ada, eventName: 'x'.repeat(256) }],
    ['id', { ...ada, eventName: 'seen', id: '' }],
    ['createdAt', { ...ada, eventName: 'seen', createdAt: 'now' }],
    ['dataFields', { ...ada, eventName: 'seen', dataFields: [] }],
    ['email', { email: 5, eventName: 'seen' }],
    ['email', { eventName: 'seen' }],
    ['event', 'seen'],
  ])('counts an event with a wrong `%s`, and takes the others: %#', async (_, event) => {
    const { call, inspect } = setup();

    const { status, answer } = await call('POST /api/events/trackBulk', {
      events: [event, { ...ada, eventName: 'right' }],
    });

    expect(status).toBe(200);
    expect(answer).toMatchObject({ successCount: 1, failCount: 1, disallowedEventNames: [] });
    expect(inspect.events().map(({ fields }) => fields['eventName'])).toEqual(['right']);
  });

  it('updates events by their ids, within one batch too (decision 14)', async () => {
    const { admin, inspect } = setup();

    const answer = await admin.events.trackBulk({
      events: [1, 2].map((step) => ({ ...ada, id: 'e1', eventName: 'seen', dataFields: { step } })),
    });

    expect(answer.successCount).toBe(2);
    expect(inspect.events()).toMatchObject([{ fields: { step: 2 } }]);
  });

  it('refuses pages (decision 17)', async () => {
    const { adminWith } = setup();

    for (const type of ['web', 'javascript', 'mobile'] as const) {
      const track = adminWith(type).events.trackBulk({ events: [] });
      await expect(track).rejects.toMatchObject({ status: 403 });
    }
  });
});

describe('the events of a user', () => {
  it('come latest first, thirty of them, in Unix seconds (decision 28, convention 3)', async () => {
    const { admin } = setup();
    await admin.events.trackBulk({
      events: Array.from({ length: 40 }, (_, number) => ({
        ...ada,
        eventName: `e${number}`,
        createdAt: 1_700_000_000 + (number % 20),
        dataFields: { number },
      })),
    });
    await admin.events.track({ userId: 'bo', eventName: 'not hers' });

    const { events } = await admin.events.listByEmail(ada);

    expect(events).toHaveLength(30);
    expect(events.slice(0, 3)).toMatchObject([
      { ...ada, eventType: 'customEvent', eventName: 'e39', createdAt: 1_700_000_019, number: 39 },
      { eventName: 'e19' },
      { eventName: 'e38' },
    ]);
    expect((await admin.events.listByEmail({ ...ada, limit: 200 })).events).toHaveLength(40);
  });

  it('are found by user id, purchases among them', async () => {
    const { admin } = setup();
    await admin.commerce.trackPurchase({ id: 'o1', user: { userId: 'bo' }, items: [], total: 3 });

    const { events } = await admin.events.listByUserId({ userId: 'bo', limit: 1 });

    expect(events).toMatchObject([{ userId: 'bo', id: 'o1', eventType: 'purchase', total: 3 }]);
  });

  it.each(['0', '201', '-1', 'many', '1.5'])('refuse limit=%s (decision 28)', async (limit) => {
    const { call, admin } = setup();
    await admin.users.update(ada);

    const { status, answer } = await call(`GET /api/events/ada@example.com?limit=${limit}`);

    expect(status).toBe(400);
    expect(answer?.['msg']).toContain('`limit`');
  });

  it('are none for someone unknown (decision 12)', async () => {
    const { admin } = setup();

    expect(await admin.events.listByEmail(ada)).toEqual({ events: [] });
    expect(await admin.events.listByUserId({ userId: 'x' })).toEqual({ events: [] });
  });
});
