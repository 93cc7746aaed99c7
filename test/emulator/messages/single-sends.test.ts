import { describe, expect, it } from 'vitest';
import type { Medium } from '../../../src/emulator/state/project.js';
import { heldLatency, settled } from '../support/latency.js';
import { ada, bob, createWorld, DAY } from '../support/sending.js';

const channels = [
  ['email', 'Email'],
  ['push', 'Push'],
  ['webPush', 'WebPush'],
  ['sms', 'SMS'],
  ['rcs', 'RCS'],
  ['chatApp', 'ChatApp'],
  ['inApp', 'InApp'],
] as const satisfies [string, Medium][];

describe.each(channels)('%s/target', (resource, medium) => {
  const offset = resource === 'rcs' ? ' +0000' : '';
  const tomorrow = `2026-06-02 12:00:00${offset}`;

  function setup() {
    const world = createWorld();
    const campaignId = world.addCampaign({ medium });
    const { target, cancel } = world.admin[resource];
    return { ...world, campaignId, target, cancel, to: { campaignId, recipientEmail: ada.email } };
  }

  it('answers a receipt, and sends at once (Single-send targeting requests)', async () => {
    const { target, to, messages } = setup();
    expect(await target(to)).toMatchObject({ code: 'Success', params: null });
    expect(messages()).toHaveLength(1);
  });

  it('sends at once for a time in the past', async () => {
    const { target, to, messages } = setup();
    await target({ ...to, sendAt: `2020-01-01 00:00:00${offset}` });
    expect(messages()).toHaveLength(1);
  });

  it('waits for a time in the future', async () => {
    const { emulator, target, to, messages } = setup();

    const { params } = await target({ ...to, sendAt: tomorrow });
    emulator.clock.advance(DAY - 1);
    expect(messages()).toEqual([]);

    emulator.clock.advance(1);
    expect(messages()).toMatchObject([{ campaignId: 100, personId: 1 }]);
    expect(params?.['scheduledMessageId']).toBeTypeOf('number');
  });

  it.each([
    ['2026-06-02T12:00:00Z', 'is not a time'],
    ['2026-02-30 12:00:00', 'is not a time'],
    [resource === 'rcs' ? '2026-06-02 12:00:00' : '2026-06-02 12:00:00 +0000', 'is not a time'],
    [`2027-06-01 12:00:01${offset}`, '365 days'],
  ])('refuses `sendAt` of %s (Limits)', async (sendAt, reason) => {
    const { call, to, messages } = setup();
    const { status, answer } = await call('server', `POST /api/${resource}/target`, { ...to, sendAt });
    expect([status, answer.code]).toEqual([400, 'BadParams']);
    expect(answer.msg).toContain('`sendAt`');
    expect(answer.msg).toContain(reason);
    expect(messages()).toEqual([]);
  });

  it('takes a time 365 days ahead (Limits)', async () => {
    const { target, to } = setup();
    await expect(target({ ...to, sendAt: `2027-06-01 12:00:00${offset}` })).resolves.toBeDefined();
  });

  it.each([
    ['a campaign there is not', { campaignId: 9 }, 'BadParams', '`campaignId`'],
    ['a user there is not', { recipientEmail: 'no@example.com' }, 'UnknownEmailError', '`recipientEmail`'],
    [
      'a user id there is not',
      { recipientEmail: undefined, recipientUserId: 'no' },
      'UnknownUserIdError',
      '`recipientUserId`',
    ],
    ['no recipient', { recipientEmail: undefined }, 'BadParams', '`recipientEmail` or `recipientUserId`'],
    ['two recipients', { recipientUserId: '7' }, 'BadParams', '`recipientEmail` or `recipientUserId`'],
    ['fields that are none', { dataFields: 7 }, 'BadParams', '`dataFields`'],
  ])('refuses %s', async (_, change, code, named) => {
    const { call, to } = setup();
    const { status, answer } = await call('server', `POST /api/${resource}/target`, { ...to, ...change });
    expect([status, answer.code]).toEqual([400, code]);
    expect(answer.msg).toContain(named);
  });

  it('refuses a campaign of another channel, and a blast', async () => {
    const { call, to, addCampaign } = setup();
    const target = (campaignId: number) =>
      call('server', `POST /api/${resource}/target`, { ...to, campaignId });
    addCampaign({ id: 200, medium: resource === 'email' ? 'SMS' : 'Email' });
    addCampaign({ id: 300, medium, campaign: { type: 'Blast' } });

    expect((await target(200)).answer).toMatchObject({ code: 'BadParams' });
    expect((await target(300)).answer).toMatchObject({ code: 'BadParams' });
  });

  it('takes server-side keys only (contract.json)', async () => {
    const { call, to } = setup();
    expect((await call('web', `POST /api/${resource}/target`, to)).status).toBe(403);
  });

  it('can be cancelled by campaign and user until its time (decision 31)', async () => {
    const { emulator, target, cancel, to, campaignId, messages } = setup();
    await target({ ...to, sendAt: tomorrow });
    await target({ ...to, recipientEmail: bob.email, sendAt: tomorrow });

    expect(await cancel({ campaignId, email: ada.email })).toMatchObject({ code: 'Success' });
    emulator.clock.advance(2 * DAY);

    expect(messages()).toMatchObject([{ personId: 2 }]);
  });

  it('can be cancelled by its number, also twice (decisions 31, 46)', async () => {
    const { emulator, target, cancel, to, messages } = setup();
    const { params } = await target({ ...to, sendAt: tomorrow });
    const scheduledMessageId = params?.['scheduledMessageId'] as number;

    await cancel({ scheduledMessageId });
    await cancel({ scheduledMessageId });
    emulator.clock.advance(2 * DAY);

    expect(messages()).toEqual([]);
  });

  it('goes with the user when they are deleted, and so does what it was to say', async () => {
    const { emulator, admin, target, to, messages } = setup();
    await target({ ...to, sendAt: tomorrow, dataFields: { note: 'only for Ada' } });

    await admin.users.deleteByEmail(ada);
    emulator.clock.advance(2 * DAY);

    expect(messages()).toEqual([]);
    expect(emulator.save()).not.toContain('only for Ada');
  });

  it('cannot be cancelled once it is sent, nor by another channel', async () => {
    const { emulator, admin, target, cancel, to } = setup();
    const { params } = await target({ ...to, sendAt: tomorrow });
    const scheduledMessageId = params?.['scheduledMessageId'] as number;
    const other = resource === 'email' ? admin.sms : admin.email;

    await expect(other.cancel({ scheduledMessageId })).rejects.toMatchObject({ status: 400 });
    emulator.clock.advance(DAY);
    await expect(cancel({ scheduledMessageId })).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ['nothing', {}, '`email` or `userId`'],
    ['a campaign without a user', { campaignId: 100 }, '`email` or `userId`'],
    ['a user without a campaign', ada, '`campaignId`'],
    ['both forms', { ...ada, campaignId: 100, scheduledMessageId: 1 }, '`scheduledMessageId`'],
    ['a number there is not', { scheduledMessageId: 1 }, '`scheduledMessageId`'],
    ['a number that is none', { scheduledMessageId: 'x' }, '`scheduledMessageId`'],
  ])('cancel refuses %s (decision 31)', async (_, body, named) => {
    const { call } = setup();
    const { status, answer } = await call('server', `POST /api/${resource}/cancel`, body);
    expect(status).toBe(400);
    expect(answer.msg).toContain(named);
  });
});

describe('a single send', () => {
  it.each([
    ['webPush', 'Push'],
    ['rcs', 'SMS'],
    ['chatApp', 'SMS'],
  ] as const)('by %s takes a %s campaign too, since only that can be created', async (resource, medium) => {
    const { admin, addCampaign, eventsOf } = createWorld();
    const campaignId = addCampaign({ medium });
    await admin[resource].target({ campaignId, recipientEmail: ada.email });
    expect(eventsOf(`${resource}Send`)).toMatchObject([{ campaignId }]);
  });

  it('is seen after the latency, and `settle` waits for it (convention 4)', async () => {
    const { emulator, admin, addCampaign, messages } = createWorld({ latency: heldLatency() });
    const campaignId = addCampaign();

    await admin.email.target({ campaignId, recipientEmail: ada.email });
    expect(messages()).toEqual([]);

    await settled(emulator);
    expect(messages()).toHaveLength(1);
  });

  it('that waits goes to whom its recipient was merged into (MergeUsersRequest)', async () => {
    const { emulator, admin, addCampaign, messages } = createWorld();
    const campaignId = addCampaign();
    const sendAt = '2026-06-02 12:00:00';
    await admin.email.target({ campaignId, recipientEmail: ada.email, sendAt });

    await admin.users.merge({ sourceEmail: ada.email, destinationEmail: bob.email });
    emulator.clock.advance(DAY);

    expect(messages()).toMatchObject([{ campaignId, personId: emulator.inspect.person(bob)?.id }]);
  });

  it('that waits is cancelled, and deleted, with whom its recipient was merged into (MergeUsersRequest)', async () => {
    const { emulator, admin, addCampaign, messages } = createWorld();
    const campaignId = addCampaign();
    const send = { campaignId, recipientEmail: ada.email, sendAt: '2026-06-02 12:00:00' };
    await admin.email.target(send);
    await admin.email.target({
      ...send,
      sendAt: '2026-06-03 12:00:00',
      campaignId: addCampaign({ id: 200 }),
    });
    await admin.users.merge({ sourceEmail: ada.email, destinationEmail: bob.email });

    await admin.email.cancel({ campaignId, ...bob });
    expect(emulator.inspect.rows('scheduledMessages')).toMatchObject([
      { state: 'cancelled' },
      { state: 'waiting' },
    ]);
    await admin.users.deleteByEmail(bob);
    emulator.clock.advance(3 * DAY);

    expect(messages()).toEqual([]);
    expect(emulator.inspect.rows('scheduledMessages')).toEqual([]);
    expect(emulator.inspect.rows('tasks')).toEqual([]);
  });

  it('that waits is saved, and sent by the emulator that loads it', async () => {
    const { emulator, admin, addCampaign } = createWorld();
    await admin.email.target({
      campaignId: addCampaign(),
      recipientEmail: ada.email,
      sendAt: '2026-06-02 12:00:00',
      dataFields: { a: 1 },
    });
    const next = createWorld();
    next.emulator.load(emulator.save());

    next.emulator.clock.advance(DAY);

    expect(next.eventsOf('emailSend')).toMatchObject([{ transactionalData: { a: 1 } }]);
  });
});

describe('email/viewInBrowser', () => {
  async function setup() {
    const world = createWorld();
    const campaignId = world.addCampaign({ content: { html: '<p>Hi {{name}}</p>' } });
    await world.admin.email.target({
      campaignId,
      recipientEmail: ada.email,
      dataFields: { name: '<b>Ada</b>' },
    });
    const messageId = world.messages()[0]?.messageId ?? '';
    return { ...world, messageId };
  }

  it('is the HTML that the user was sent', async () => {
    const { admin, messageId } = await setup();
    const html = await admin.email.viewInBrowser({ ...ada, messageId });
    expect(html).toMatch(/^<p>Hi &lt;b&gt;Ada&lt;\/b&gt;<\/p><img [^<>]*>$/);
  });

  it.each([
    ['an email there is not', { ...ada, messageId: 'no' }, 404],
    ['a user there is not', { email: 'no@example.com', messageId: 'no' }, 400],
  ])('refuses %s', async (_, query, status) => {
    const { admin } = await setup();
    await expect(admin.email.viewInBrowser(query)).rejects.toMatchObject({ status });
  });

  it("refuses another user's email, and a message that is no email", async () => {
    const { admin, addCampaign, messageId, messages } = await setup();
    await expect(admin.email.viewInBrowser({ ...bob, messageId })).rejects.toMatchObject({ status: 404 });

    await admin.sms.target({
      campaignId: addCampaign({ id: 200, medium: 'SMS' }),
      recipientEmail: ada.email,
    });
    const sms = messages().find(({ medium }) => medium === 'SMS')?.messageId ?? '';
    await expect(admin.email.viewInBrowser({ ...ada, messageId: sms })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('answers 422 when a catalog collection in it is empty (decision 5)', async () => {
    const { admin, addCampaign, messages } = createWorld();
    await admin.catalogs.create({ catalogName: 'Teas' });
    const assam = { catalogName: 'Teas', itemId: 'assam' };
    await admin.catalogs.items.replace({ ...assam, value: { name: 'Assam & more' } });
    const html =
      '{{#catalogCollection "teas" as |teas|}}{{#each teas}}{{itemId}}: {{name}}{{/each}}{{/catalogCollection}}';
    await admin.email.target({ campaignId: addCampaign({ content: { html } }), recipientEmail: ada.email });
    const sent = { ...ada, messageId: messages()[0]?.messageId ?? '' };

    expect(await admin.email.viewInBrowser(sent)).toMatch(/^assam: Assam &amp; more<img /);
    await admin.catalogs.items.delete(assam);
    await expect(admin.email.viewInBrowser(sent)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('teas') as string,
    });
    await admin.catalogs.delete({ catalogName: 'Teas' });
    await expect(admin.email.viewInBrowser(sent)).rejects.toMatchObject({ status: 422 });
  });
});
