import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CampaignRow, CampaignState } from '../../../src/emulator/state/project.js';
import { DAY, HOUR, NOON, SECOND, setup } from '../support/content.js';
import { heldLatency, settled } from '../support/latency.js';

const ada = 'ada@example.com';
const bob = 'bob@example.com';

const utc = (moment: number) => new Date(moment).toISOString().slice(0, 19).replace('T', ' ');

/** A service with a template and a list of Ada and Bob, and ways to make campaigns and to see them. */
async function withList(options?: Parameters<typeof setup>[0]) {
  const tools = setup(options);
  const { admin, inspect } = tools;
  const listId = await tools.list(ada, bob);
  const templateId = await tools.template();

  const blast = async (changes: object = {}) =>
    (await admin.campaigns.create({ name: 'Blast', templateId, listIds: [listId], ...changes })).campaignId;
  const triggered = async (changes: object = {}) =>
    (await admin.campaigns.create({ name: 'Triggered', templateId, ...changes })).campaignId;
  const stateOf = async (id: number) => (await admin.campaigns.get({ id })).campaignState;
  const got = () =>
    tools.messages().map(({ personId }) => inspect.people.find(({ id }) => id === personId)?.email);
  /** Puts a campaign in a state that takes long to reach, or that no operation leads to. */
  const putIn = (campaignId: number, campaignState: CampaignState) => {
    const rows = inspect.rows('campaigns') as CampaignRow[];
    const row = rows.find(({ id }) => id === campaignId);
    if (row) tools.put('campaigns', campaignId, { ...row, campaignState, tasks: [] });
  };
  return { ...tools, listId, templateId, blast, triggered, stateOf, got, putIn };
}

const refused = (status: number, reason: string | RegExp) => ({
  status,
  body: {
    msg: (typeof reason === 'string'
      ? expect.stringContaining(reason)
      : expect.stringMatching(reason)) as string,
  },
});

describe('creating a campaign', () => {
  it('without lists makes a triggered one that is Ready (create rule 1)', async () => {
    const { admin, triggered } = await withList();
    const campaignId = await triggered();
    expect(await admin.campaigns.get({ id: campaignId })).toMatchObject({
      id: campaignId,
      name: 'Triggered',
      type: 'Triggered',
      campaignState: 'Ready',
      messageMedium: 'Email',
      createdAt: NOON,
      updatedAt: NOON,
      sendMode: 'ProjectTimeZone',
    });
  });

  it('with lists and no time sends it: Starting, Running, Finished (create rule 2, decision 20)', async () => {
    const { admin, blast, stateOf, clock, got } = await withList();
    const campaignId = await blast();
    expect(await stateOf(campaignId)).toBe('Starting');
    expect(got()).toEqual([]);

    clock.advance(SECOND);
    expect(await stateOf(campaignId)).toBe('Running');
    expect(got()).toEqual([ada, bob]);

    clock.advance(SECOND);
    expect(await admin.campaigns.get({ id: campaignId })).toMatchObject({
      campaignState: 'Finished',
      startAt: NOON,
      endedAt: NOON + 2 * SECOND,
      sendSize: 2,
    });
  });

  it('goes on by itself as the device’s time passes', async () => {
    const { blast, stateOf, sleep } = await withList();
    const campaignId = await blast();
    sleep(5 * SECOND);
    expect(await stateOf(campaignId)).toBe('Finished');
  });

  it('with a time ahead schedules it (create rule 3)', async () => {
    const { blast, stateOf, clock, got } = await withList();
    const campaignId = await blast({ sendAt: utc(NOON + DAY) });
    expect(await stateOf(campaignId)).toBe('Scheduled');
    clock.advance(DAY - 1);
    expect(got()).toEqual([]);
    clock.advance(2 * SECOND + 1);
    expect(got()).toEqual([ada, bob]);
    expect(await stateOf(campaignId)).toBe('Finished');
  });

  it('with a time in the past sends it at once (create rule 3)', async () => {
    const { blast, stateOf } = await withList();
    expect(await stateOf(await blast({ sendAt: utc(NOON - DAY) }))).toBe('Starting');
  });

  it('with scheduleSend false leaves it Ready (decision 20)', async () => {
    const { blast, stateOf, clock, got } = await withList();
    const campaignId = await blast({ scheduleSend: false, sendAt: utc(NOON + HOUR) });
    clock.advance(DAY);
    expect(await stateOf(campaignId)).toBe('Ready');
    expect(got()).toEqual([]);
  });

  it('leaves out who is on a suppression list, and sends once to who is on two lists (create rule 5)', async () => {
    const { blast, clock, got, list, listId } = await withList();
    const other = await list(ada, 'eve@example.com');
    await blast({ listIds: [listId, other], suppressionListIds: [await list(bob)] });
    clock.advance(2 * SECOND);
    expect(got()).toEqual([ada, 'eve@example.com']);
  });

  it('applies no suppression list by itself (create rule 5)', async () => {
    const { blast, clock, got, list } = await withList();
    await list(bob);
    await blast();
    clock.advance(2 * SECOND);
    expect(got()).toEqual([ada, bob]);
  });

  it('copies the template, so that edits of either do not touch the other (create rule 6)', async () => {
    const { admin, triggered, templateId } = await withList();
    const { email } = admin.templates;
    const campaignId = await triggered();
    const copyId = (await admin.campaigns.get({ id: campaignId })).templateId ?? 0;
    expect(copyId).not.toBe(templateId);
    expect(await email.get({ templateId: copyId })).toMatchObject({
      html: 'Hello {{name}}',
      metadata: { campaignId },
    });

    await email.update({ templateId: copyId, html: 'changed' });
    expect(await email.get({ templateId })).toMatchObject({ html: 'Hello {{name}}' });
    await email.update({ templateId, html: 'changed too' });
    expect(await email.get({ templateId: copyId })).toMatchObject({ html: 'changed' });
  });

  it('writes dataFields into an email, once, and leaves other names to the send (Request bodies for campaigns)', async () => {
    const { admin, blast, template, clock, messages } = await withList();
    await admin.users.update({ email: ada, dataFields: { name: 'Ada' } });
    const templateId = await template('[[season]] sale, {{name}} [[other]]');
    const campaignId = await blast({ templateId, dataFields: { season: 'Spring' } });

    expect((await admin.campaigns.get({ id: campaignId })).dataFields).toEqual({ season: 'Spring' });
    expect(await admin.templates.email.get({ templateId })).toMatchObject({
      html: '[[season]] sale, {{name}} [[other]]',
    });
    clock.advance(2 * SECOND);
    expect(messages()[0]?.content).toMatchObject({ html: 'Spring sale, Ada [[other]]' });
  });

  it('writes dataFields into no other channel’s message', async () => {
    const { admin, triggered } = await withList();
    const { templateIds } = await admin.templates.sms.upsert({
      clientTemplateId: 'sms',
      message: '[[season]]',
    });
    const id = await triggered({ templateId: templateIds[0], dataFields: { season: 'Spring' } });
    const copyId = (await admin.campaigns.get({ id })).templateId ?? 0;
    expect(await admin.templates.sms.get({ templateId: copyId })).toMatchObject({ message: '[[season]]' });
  });

  it('merges campaignDataFields at the send, where a user’s field of that name goes first', async () => {
    const { admin, blast, template, clock, messages } = await withList();
    await admin.users.update({ email: ada, dataFields: { name: 'Ada' } });
    await blast({
      templateId: await template('{{name}} {{season}}'),
      campaignDataFields: { name: 'you', season: 'Spring' },
    });
    clock.advance(2 * SECOND);
    expect(messages().map(({ content }) => content['html'])).toEqual(['Ada Spring', 'you Spring']);
  });

  it('takes up to 50 labels of the project (create rule 7)', async () => {
    const { admin, triggered, put } = await withList();
    for (let id = 1; id <= 51; id += 1) put('labels', id, { id, name: `label ${100 - id}` });
    const labelIds = Array.from({ length: 51 }, (_, index) => index + 1);

    const campaign = await admin.campaigns.get({ id: await triggered({ labelIds: [2, 1] }) });
    expect(campaign).toMatchObject({ labelIds: [2, 1], labels: ['label 98', 'label 99'] });
    await expect(triggered({ labelIds: labelIds.slice(0, 50) })).resolves.toBeDefined();
    await expect(triggered({ labelIds })).rejects.toMatchObject(refused(400, '`labelIds`'));
    await expect(triggered({ labelIds: [52] })).rejects.toMatchObject(refused(400, '`labelIds`'));
  });

  it.each([
    ['push', 'Push'],
    ['sms', 'SMS'],
    ['inApp', 'InApp'],
  ] as const)('takes a template of %s (create rule 8)', async (channel, messageMedium) => {
    const { admin, triggered } = await withList();
    const { templateIds } = await admin.templates[channel].upsert({ clientTemplateId: 'other' });
    const id = await triggered({ templateId: templateIds[0] });
    expect(await admin.campaigns.get({ id })).toMatchObject({ messageMedium });
  });

  it('takes no embedded template (create rule 8)', async () => {
    const { admin, triggered } = await withList();
    const { templateIds } = await admin.templates.embedded.upsert({ clientTemplateId: 'other' });
    await expect(triggered({ templateId: templateIds[0] })).rejects.toMatchObject(
      refused(400, '`templateId`'),
    );
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['no template', { templateId: undefined }, 'templateId'],
    ['a template that is not there', { templateId: 4711 }, 'templateId'],
    ['a list that is not there', { listIds: [4711] }, 'listIds'],
    ['lists that are none', { listIds: ['all'] }, 'listIds.0'],
    ['no list', { listIds: [] }, 'listIds'],
    ['a suppression list that is not there', { suppressionListIds: [4711] }, 'suppressionListIds'],
    ['a time that is none', { sendAt: '2026-02-30 12:00:00' }, 'sendAt'],
    ['a time in another form', { sendAt: '2026-06-02T12:00:00Z' }, 'sendAt'],
    ['a mode that is none', { sendMode: 'Anytime' }, 'sendMode'],
    ['zones that are missing', { sendMode: 'RecipientTimeZone', sendAt: utc(NOON) }, 'startTimeZone'],
  ])('refuses %s', async (_, changes, named) => {
    const { call, listId, templateId, inspect } = await withList();
    const answer = await call('/api/campaigns/create', {
      name: 'a',
      templateId,
      listIds: [listId],
      ...changes,
    });
    expect(answer).toMatchObject(refused(400, `\`${named}\``));
    expect(answer.body).toMatchObject({ code: 'BadParams' });
    expect(inspect.rows('campaigns')).toEqual([]);
  });
});

describe('a blast in the recipients’ time zones (create rule 4)', () => {
  const zones = {
    sendMode: 'RecipientTimeZone',
    startTimeZone: 'Europe/Berlin',
    defaultTimeZone: 'America/New_York',
  } as const;

  /** Three people: Ada in Tokyo, Bob in London, Eve nowhere that is known. */
  async function withZones() {
    const tools = await withList();
    const { admin, list } = tools;
    await admin.users.update({ email: ada, dataFields: { timeZone: 'Asia/Tokyo' } });
    await admin.users.update({ email: bob, dataFields: { timeZone: 'Europe/London' } });
    await admin.users.update({ email: 'eve@example.com', dataFields: { timeZone: 'Mars/Base' } });
    return { ...tools, everyone: await list(ada, bob, 'eve@example.com') };
  }

  it('reaches the start and all east of it at once, and the west as its clocks come round', async () => {
    const { admin, blast, clock, got, stateOf, everyone } = await withZones();
    const id = await blast({ ...zones, listIds: [everyone], sendAt: utc(NOON + DAY) });
    expect(await admin.campaigns.get({ id })).toMatchObject({
      sendMode: 'RecipientTimeZone',
      recipientTimeZone: { startTimeZone: 'Europe/Berlin', defaultTimeZone: 'America/New_York' },
    });

    clock.advance(DAY + SECOND);
    expect(got()).toEqual([ada]);
    clock.advance(HOUR - 2 * SECOND);
    expect(got()).toEqual([ada]);
    clock.advance(SECOND);
    expect(got()).toEqual([ada, bob]);
    clock.advance(5 * HOUR - SECOND);
    expect(got()).toEqual([ada, bob]);
    expect(await stateOf(id)).toBe('Running');
    clock.advance(2 * SECOND);
    expect(got()).toEqual([ada, bob, 'eve@example.com']);
    expect(await stateOf(id)).toBe('Finished');
  });

  it('reaches everyone when the rule says, wherever they and the start are', async () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const someone = fc.record({ timeZone: fc.option(zone, { nil: undefined }) });
    /** What the clocks of a zone show, read in another way than the service reads it. */
    const shown = (timeZone: string, moment: number) =>
      new Date(moment).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const run = fc.asyncProperty(
      fc.array(someone, { minLength: 1, maxLength: 6 }),
      fc.record({ startTimeZone: zone, defaultTimeZone: zone }),
      fc.integer({ min: -DAY / SECOND, max: (20 * DAY) / SECOND }),
      async (people, { startTimeZone, defaultTimeZone }, seconds) => {
        const { admin, blast, clock, inspect, list, messages } = await withList();
        const emails = people.map((_, index) => `p${index}@example.com`);
        const all = await list(...emails);
        for (const [index, { timeZone }] of people.entries()) {
          await admin.users.update({ email: emails[index] ?? '', dataFields: { timeZone } });
        }
        const start = Math.max(NOON, NOON + seconds * SECOND);
        const sendAt = utc(NOON + seconds * SECOND);
        await blast({
          listIds: [all],
          sendMode: 'RecipientTimeZone',
          startTimeZone,
          defaultTimeZone,
          sendAt,
        });
        clock.advance(23 * DAY);

        expect(messages()).toHaveLength(people.length);
        for (const { personId, createdAt } of messages()) {
          const { email } = inspect.people.find(({ id }) => id === personId) ?? {};
          const theirs = people[emails.indexOf(email ?? '')]?.timeZone ?? defaultTimeZone;
          const wanted = shown(startTimeZone, start);
          // A campaign is Starting for a second.
          if (shown(theirs, start) >= wanted) expect(createdAt).toBe(start + SECOND);
          else if (createdAt > start + SECOND) expect(shown(theirs, createdAt)).toBe(wanted);
          else expect(shown(theirs, start + SECOND) >= wanted).toBe(true);
        }
      },
    );
    await fc.assert(run, { numRuns: 40 });
  });

  it('counts from now when its time has passed', async () => {
    const { blast, clock, got, everyone } = await withZones();
    await blast({ ...zones, listIds: [everyone], sendAt: utc(NOON - DAY) });
    clock.advance(SECOND);
    expect(got()).toEqual([ada]);
    clock.advance(HOUR - SECOND);
    expect(got()).toEqual([ada, bob]);
  });

  it('sends no more once it is aborted', async () => {
    const { admin, blast, clock, got, stateOf, everyone } = await withZones();
    const campaignId = await blast({ ...zones, listIds: [everyone], sendAt: utc(NOON) });
    clock.advance(2 * HOUR);
    await admin.campaigns.abort({ campaignId });
    clock.advance(DAY);
    expect(got()).toEqual([ada, bob]);
    expect(await stateOf(campaignId)).toBe('Aborted');
  });

  it('goes on after the service was saved and loaded', async () => {
    const { emulator, blast, clock, got, everyone } = await withZones();
    await blast({ ...zones, listIds: [everyone], sendAt: utc(NOON) });
    clock.advance(2 * SECOND);
    emulator.load(emulator.save());
    clock.advance(DAY);
    expect(got()).toEqual([ada, bob, 'eve@example.com']);
  });

  it('can be at most 21 days ahead, and one for everyone further (Limits of the document)', async () => {
    const { blast } = await withZones();
    await expect(blast({ ...zones, sendAt: utc(NOON + 21 * DAY) })).resolves.toBeDefined();
    await expect(blast({ ...zones, sendAt: utc(NOON + 21 * DAY + SECOND) })).rejects.toMatchObject(
      refused(400, '`sendAt`'),
    );
    await expect(blast({ sendAt: utc(NOON + 22 * DAY) })).resolves.toBeDefined();
  });

  it.each(['Mars/Base', '+02:00', 7])('refuses the zone %j', async (startTimeZone) => {
    const { call, templateId, listId } = await withZones();
    const body = { name: 'a', templateId, listIds: [listId], ...zones, sendAt: utc(NOON), startTimeZone };
    expect(await call('/api/campaigns/create', body)).toMatchObject(refused(400, '`startTimeZone`'));
  });
});

describe('scheduling', () => {
  it('makes a blast that is Ready Scheduled (Campaign states of the document)', async () => {
    const { admin, blast, stateOf, clock, got } = await withList();
    const campaignId = await blast({ scheduleSend: false });
    await admin.campaigns.schedule({ campaignId, sendAt: '2026-06-01T15:00:00+02:00' });
    expect(await stateOf(campaignId)).toBe('Scheduled');
    clock.advance(HOUR - SECOND);
    expect(got()).toEqual([]);
    clock.advance(2 * SECOND);
    expect(got()).toEqual([ada, bob]);
  });

  it('can be for the recipients’ time zones', async () => {
    const { admin, blast, clock, got } = await withList();
    await admin.users.update({ email: bob, dataFields: { timeZone: 'Europe/London' } });
    const campaignId = await blast({ scheduleSend: false });
    const recipientTimeZone = { startTimeZone: 'Europe/Berlin', defaultTimeZone: 'Europe/Berlin' };
    await admin.campaigns.schedule({
      campaignId,
      sendAt: new Date(NOON + HOUR).toISOString(),
      recipientTimeZone,
    });
    clock.advance(HOUR + SECOND);
    expect(got()).toEqual([ada]);
    clock.advance(HOUR);
    expect(got()).toEqual([ada, bob]);
  });

  it('is for 7 days ahead at most (Limits of the document)', async () => {
    const { admin, blast } = await withList();
    const schedule = async (lead: number) =>
      admin.campaigns.schedule({
        campaignId: await blast({ scheduleSend: false }),
        sendAt: new Date(NOON + lead).toISOString(),
      });
    await expect(schedule(7 * DAY)).resolves.toMatchObject({ code: 'Success' });
    await expect(schedule(7 * DAY + SECOND)).rejects.toMatchObject(refused(400, '`sendAt`'));
  });

  it('refuses a time or a zone that is none', async () => {
    const { admin, blast } = await withList();
    const campaignId = await blast({ scheduleSend: false });
    await expect(admin.campaigns.schedule({ campaignId, sendAt: 'soon' })).rejects.toMatchObject(
      refused(400, '`sendAt`'),
    );
    const recipientTimeZone = { startTimeZone: 'Mars/Base', defaultTimeZone: 'Europe/Berlin' };
    await expect(
      admin.campaigns.schedule({ campaignId, sendAt: '2026-06-02', recipientTimeZone }),
    ).rejects.toMatchObject(refused(400, '`recipientTimeZone.startTimeZone`'));
  });
});

describe.each([
  ['scheduleByApi', 'schedule', { sendAt: '2026-06-02' }],
  ['activateByApi', 'activateTriggered', {}],
  ['deactivateByApi', 'deactivateTriggered', {}],
] as const)('a project without %s', (feature, operation, more) => {
  it(`refuses ${operation} with 403 (Errors of the document)`, async () => {
    const { admin, triggered, put, stateOf } = await withList();
    const campaignId = await triggered();
    put('features', feature, false);
    const call = admin.campaigns[operation] as (input: object) => Promise<unknown>;
    await expect(call({ campaignId, ...more })).rejects.toMatchObject({
      status: 403,
      body: { code: 'Forbidden' },
    });
    expect(await stateOf(campaignId)).toBe('Ready');
  });
});

const states: CampaignState[] = [
  'Draft',
  'Ready',
  'Scheduled',
  'Running',
  'Finished',
  'Starting',
  'Aborted',
  'Recurring',
  'Archived',
];

describe('the states of a campaign (decision 20)', () => {
  const moves = [
    ['blast', 'schedule', { Ready: 'Scheduled' }],
    ['blast', 'send', { Ready: 'Starting', Scheduled: 'Starting' }],
    ['blast', 'cancel', { Scheduled: 'Ready', Recurring: 'Ready' }],
    ['blast', 'abort', { Running: 'Aborted', Starting: 'Aborted' }],
    ['triggered', 'abort', { Running: 'Aborted', Starting: 'Aborted' }],
    ['triggered', 'activateTriggered', { Ready: 'Running' }],
    ['triggered', 'deactivateTriggered', { Running: 'Finished' }],
    ['triggered', 'trigger', { Running: 'Running' }],
    ['triggered', 'send', {}],
    ['triggered', 'schedule', {}],
    ['blast', 'activateTriggered', {}],
    ['blast', 'deactivateTriggered', {}],
    ['blast', 'trigger', {}],
  ] as const;
  const rows = moves.flatMap(([type, move, to]) =>
    states.map((from) => ({ type, move, from, to: (to as Partial<Record<CampaignState, string>>)[from] })),
  );

  it.each(rows)('$move of a $type that is $from: $to', async ({ type, move, from, to }) => {
    const tools = await withList();
    const campaignId = await tools[type](type === 'blast' ? { scheduleSend: false } : {});
    tools.putIn(campaignId, from);
    const call = tools.admin.campaigns[move] as (input: object) => Promise<unknown>;
    const input = { campaignId, sendAt: new Date(NOON + HOUR).toISOString(), listIds: [tools.listId] };

    const moving = call(input);

    if (to) await expect(moving).resolves.toMatchObject({ code: 'Success' });
    else {
      const reason = type === 'blast' || !['send', 'schedule'].includes(move) ? from : type;
      await expect(moving).rejects.toMatchObject({ status: 400, body: { code: 'BadParams' } });
      await expect(moving).rejects.toThrow(new RegExp(`${reason}|Blast`, 'i'));
    }
    expect(await tools.stateOf(campaignId)).toBe(to ?? from);
  });

  it.each([
    'schedule',
    'send',
    'cancel',
    'abort',
    'activateTriggered',
    'deactivateTriggered',
    'trigger',
  ] as const)('%s refuses a campaign that is not there', async (move) => {
    const { admin } = setup();
    const call = admin.campaigns[move] as (input: object) => Promise<unknown>;
    await expect(call({ campaignId: 4711, sendAt: '2026-06-02', listIds: [1] })).rejects.toMatchObject(
      refused(400, '`campaignId`'),
    );
  });

  it('change once the write is applied, and not if the campaign has moved on by then', async () => {
    const { admin, emulator, blast, stateOf } = await withList();
    const campaignId = await blast({ sendAt: utc(NOON + HOUR) });
    const { emulator: slow, admin: slowly } = setup({ latency: heldLatency() });
    slow.load(emulator.save());

    await slowly.campaigns.cancel({ campaignId });
    await slowly.campaigns.send({ campaignId });
    expect((await slowly.campaigns.get({ id: campaignId })).campaignState).toBe('Scheduled');
    await settled(slow);
    // It was cancelled first, and one that is Ready can be sent.
    expect((await slowly.campaigns.get({ id: campaignId })).campaignState).toBe('Starting');

    await slowly.campaigns.abort({ campaignId });
    await slowly.campaigns.abort({ campaignId });
    await settled(slow);
    expect((await slowly.campaigns.get({ id: campaignId })).campaignState).toBe('Aborted');
    expect(await stateOf(campaignId)).toBe('Scheduled');
    await admin.campaigns.cancel({ campaignId });
    expect(await stateOf(campaignId)).toBe('Ready');
  });

  it('do not come back: a cancelled campaign is not sent at its old time', async () => {
    const { admin, blast, clock, got, stateOf } = await withList();
    const campaignId = await blast({ sendAt: utc(NOON + HOUR) });
    await admin.campaigns.cancel({ campaignId });
    await admin.campaigns.schedule({ campaignId, sendAt: new Date(NOON + 2 * HOUR).toISOString() });
    clock.advance(HOUR + SECOND);
    expect(got()).toEqual([]);
    expect(await stateOf(campaignId)).toBe('Scheduled');
    clock.advance(HOUR);
    expect(got()).toEqual([ada, bob]);
  });

  it('let a campaign be aborted before a message is out', async () => {
    const { admin, blast, clock, got, stateOf } = await withList();
    const campaignId = await blast();
    await admin.campaigns.abort({ campaignId });
    clock.advance(DAY);
    expect(got()).toEqual([]);
    expect(await stateOf(campaignId)).toBe('Aborted');
  });
});

describe('a blast in the recipients’ zones (create rule 4)', () => {
  it('reaches once whom a recipient was merged into on the way (MergeUsersRequest)', async () => {
    const { admin, blast, clock, got, messages } = await withList();
    for (const email of [ada, bob]) {
      await admin.users.update({ email, dataFields: { timeZone: 'America/Los_Angeles' } });
    }
    await admin.users.update({ email: 'cy@example.com' });
    await blast({
      sendMode: 'RecipientTimeZone',
      sendAt: utc(NOON + HOUR),
      startTimeZone: 'Europe/Berlin',
      defaultTimeZone: 'Europe/Berlin',
    });
    clock.advance(2 * HOUR);

    await admin.users.merge({ sourceEmail: ada, destinationEmail: 'cy@example.com' });
    await admin.users.merge({ sourceEmail: bob, destinationEmail: 'cy@example.com' });
    clock.advance(DAY);

    expect(got()).toEqual(['cy@example.com']);
    expect(messages()).toHaveLength(1);
  });
});

describe('a recurring campaign (Campaign states)', () => {
  /** One that sends every two days from tomorrow on, at most until a week is over. */
  async function withRecurring() {
    const tools = await withList();
    const { admin, put, inspect, blast } = tools;
    const id = await blast({ scheduleSend: false, labelIds: [] });
    const row = (inspect.rows('campaigns') as CampaignRow[]).find((campaign) => campaign.id === id);
    if (!row) throw new Error('There is no such campaign');
    const recurrence = { everyDays: 2, until: NOON + 7 * DAY };
    put('campaigns', id, { ...row, campaignState: 'Recurring', recurrence, tasks: [9_001] });
    put('tasks', 9_001, { id: 9_001, at: NOON + DAY, kind: 'campaign-recur', about: { campaignId: id } });
    const children = async () => (await admin.campaigns.listChildren({ id })).campaigns;
    return { ...tools, id, children };
  }

  it('makes a child each time it sends, with a template of its own, until its time is over', async () => {
    const { admin, id, children, clock, got, listId, stateOf } = await withRecurring();
    expect(await children()).toEqual([]);

    clock.advance(DAY + 5 * SECOND);
    expect(await children()).toMatchObject([
      {
        name: 'Blast',
        type: 'Blast',
        campaignState: 'Finished',
        recurringCampaignId: id,
        startAt: NOON + DAY,
        createdAt: NOON + DAY,
        listIds: [listId],
        sendSize: 2,
      },
    ]);
    expect(got()).toEqual([ada, bob]);
    expect(await stateOf(id)).toBe('Recurring');

    clock.advance(30 * DAY);
    expect((await children()).map(({ startAt }) => startAt)).toEqual(
      [1, 3, 5, 7].map((days) => NOON + days * DAY),
    );
    const templates = [await admin.campaigns.get({ id }), ...(await children())];
    expect(new Set(templates.map(({ templateId }) => templateId)).size).toBe(5);
    expect(await stateOf(id)).toBe('Finished');
    expect(got()).toHaveLength(8);
  });

  it('sends to who is on its lists by then', async () => {
    const { admin, children, clock, got, listId } = await withRecurring();
    clock.advance(2 * DAY);
    await admin.lists.subscribe({ listId, subscribers: [{ email: 'cy@example.com' }] });
    clock.advance(2 * DAY);
    expect(got()).toEqual([ada, bob, ada, bob, 'cy@example.com']);
    expect((await children()).map(({ sendSize }) => sendSize)).toEqual([2, 3]);
  });

  it.each([
    ['cancel', 'Ready'],
    ['archive', 'Archived'],
  ] as const)('stops with %s (decision 20)', async (operation, state) => {
    const { admin, id, children, clock, stateOf, inspect } = await withRecurring();
    clock.advance(2 * DAY);
    if (operation === 'cancel') await admin.campaigns.cancel({ campaignId: id });
    else await admin.campaigns.archive({ campaignIds: [id] });
    clock.advance(10 * DAY);
    expect(await children()).toHaveLength(1);
    expect(await stateOf(id)).toBe(state);
    expect(inspect.rows('tasks')).toEqual([]);
  });
});

describe('archiving (decisions 20 and 21)', () => {
  it.each(states)('of a campaign that is %s', async (state) => {
    const { admin, blast, putIn, stateOf } = await withList();
    const id = await blast({ scheduleSend: false });
    putIn(id, state);
    const canBe = state !== 'Starting' && state !== 'Archived';
    expect(await admin.campaigns.archive({ campaignIds: [id] })).toEqual({
      success: canBe ? [id] : [],
      failed: canBe ? [] : [id],
    });
    expect(await stateOf(id)).toBe(canBe ? 'Archived' : state);
  });

  it('tells which failed, unknown ones included, each once', async () => {
    const { admin, triggered } = await withList();
    const id = await triggered();
    expect(await admin.campaigns.archive({ campaignIds: [4711, id, id] })).toEqual({
      success: [id],
      failed: [4711],
    });
    expect(await admin.campaigns.archive({ campaignIds: [] })).toEqual({ success: [], failed: [] });
  });

  it('keeps a scheduled campaign from being sent', async () => {
    const { admin, blast, clock, got } = await withList();
    await admin.campaigns.archive({ campaignIds: [await blast({ sendAt: utc(NOON + HOUR) })] });
    clock.advance(DAY);
    expect(got()).toEqual([]);
  });

  it('refuses ids that are none', async () => {
    expect(await setup().call('/api/campaigns/archive', { campaignIds: ['all'] })).toMatchObject(
      refused(400, '`campaignIds.0`'),
    );
  });
});

describe('triggering (decision 19)', () => {
  async function withRunning() {
    const tools = await withList();
    const campaignId = await tools.triggered();
    await tools.admin.campaigns.activateTriggered({ campaignId });
    return { ...tools, campaignId };
  }

  it('sends to lists, but for suppression lists, with the fields of the call', async () => {
    const { admin, campaignId, listId, list, got, messages, stateOf } = await withRunning();
    await admin.campaigns.trigger({
      campaignId,
      listIds: [listId],
      suppressionListIds: [await list(bob)],
      dataFields: { name: 'you' },
    });
    expect(got()).toEqual([ada]);
    expect(messages()).toMatchObject([{ campaignId, content: { html: 'Hello you' } }]);
    expect(await stateOf(campaignId)).toBe('Running');
    expect(await admin.campaigns.get({ id: campaignId })).toMatchObject({ sendSize: 1 });
  });

  it('sends again to who got it, unless told not to', async () => {
    const { admin, campaignId, listId, got } = await withRunning();
    await admin.campaigns.trigger({ campaignId, listIds: [listId] });
    await admin.campaigns.trigger({ campaignId, listIds: [listId] });
    expect(got()).toHaveLength(4);
    await admin.campaigns.trigger({ campaignId, listIds: [listId], allowRepeatMarketingSends: false });
    expect(got()).toHaveLength(4);
  });

  it.each([
    [{ listIds: [] }, 'listIds'],
    [{}, 'listIds'],
    [{ listIds: [4711] }, 'listIds'],
    [{ suppressionListIds: [4711] }, 'suppressionListIds'],
  ])('refuses %j', async (changes, named) => {
    const { call, campaignId, listId, got } = await withRunning();
    const lists = 'suppressionListIds' in changes ? { listIds: [listId] } : {};
    const answer = await call('/api/campaigns/trigger', { campaignId, ...lists, ...changes });
    expect(answer).toMatchObject(refused(400, `\`${named}\``));
    expect(got()).toEqual([]);
  });
});

describe('the list of campaigns (Campaigns of the document)', () => {
  /** Campaigns b, a and c, made a second apart; b is Running. */
  async function withThree() {
    const tools = await withList();
    const ids: Record<string, number> = {};
    for (const name of ['b', 'a', 'c']) {
      ids[name] = await tools.triggered({ name });
      tools.clock.advance(SECOND);
    }
    await tools.admin.campaigns.activateTriggered({ campaignId: ids['b'] ?? 0 });
    const names = async (query?: Parameters<typeof tools.admin.campaigns.list>[0]) =>
      (await tools.admin.campaigns.list(query)).campaigns.map(({ name }) => name).join('');
    return { ...tools, ids, names };
  }

  it('is by id, and 20 a page unless told', async () => {
    const { names, admin, triggered } = await withThree();
    expect(await names()).toBe('bac');
    for (let made = 3; made < 21; made += 1) await triggered({ name: 'd' });
    expect((await admin.campaigns.list()).campaigns).toHaveLength(20);
    expect((await admin.campaigns.list({ page: 1, pageSize: 1_000 })).campaigns).toHaveLength(21);
  });

  it.each([
    ['id', 'bac'],
    ['-id', 'cab'],
    ['name', 'abc'],
    ['+name', 'abc'],
    ['-name', 'cba'],
    ['-createdAt', 'cab'],
    ['updatedAt', 'acb'],
    ['-startAt', 'bac'],
  ] as const)('is sorted by %s', async (sort, expected) => {
    expect(await (await withThree()).names({ sort })).toBe(expected);
  });

  it('is of the states that are asked for', async () => {
    const { names } = await withThree();
    expect(await names({ campaignState: ['Running'] })).toBe('b');
    expect(await names({ campaignState: ['Ready', 'Running'] })).toBe('bac');
    expect(await names({ campaignState: ['Draft'] })).toBe('');
  });

  it('comes in pages with the total and the way to the pages beside', async () => {
    const { admin } = await withThree();
    const page = await admin.campaigns.list({
      page: 2,
      pageSize: 1,
      sort: '-id',
      campaignState: ['Ready', 'Running'],
    });
    const rest = 'pageSize=1&sort=-id&campaignState=Ready&campaignState=Running';
    expect(page).toMatchObject({ campaigns: [{ name: 'a' }], totalCampaignsCount: 3 });
    expect(page.nextPageUrl).toBe(`/api/campaigns?page=3&${rest}`);
    expect(page.previousPageUrl).toBe(`/api/campaigns?page=1&${rest}`);
    const last = await admin.campaigns.list({ page: 3, pageSize: 1 });
    expect(last).not.toHaveProperty('nextPageUrl');
    expect((await admin.campaigns.list({ page: 4, pageSize: 1 })).campaigns).toEqual([]);
  });

  it('is whole, without a total, for a project that may list unpaged (deprecated)', async () => {
    const { admin, put, names } = await withThree();
    put('features', 'listUnpaged', true);
    expect(await names({ sort: '-id' })).toBe('cab');
    expect(await admin.campaigns.list()).not.toHaveProperty('totalCampaignsCount');
    expect(await admin.campaigns.list({ page: 1 })).toMatchObject({ totalCampaignsCount: 3 });
  });

  it.each(['page=0', 'page=x', 'pageSize=0', 'pageSize=1001', 'sort=colour', 'campaignState=Gone'])(
    'refuses %s',
    async (query) => {
      const [field = ''] = query.split('=');
      expect(await setup().call(`/api/campaigns?${query}`)).toMatchObject(refused(400, `\`${field}`));
    },
  );

  it('has the children of a recurring campaign apart', async () => {
    const { admin, put, ids, inspect } = await withThree();
    const rows = inspect.rows('campaigns') as CampaignRow[];
    for (const row of rows.slice(1)) put('campaigns', row.id, { ...row, recurringCampaignId: ids['b'] ?? 0 });
    const children = await admin.campaigns.listChildren({ id: ids['b'] ?? 0, sort: '-id', pageSize: 1 });
    expect(children).toMatchObject({
      campaigns: [{ name: 'c', recurringCampaignId: ids['b'] }],
      totalCampaignsCount: 2,
      nextPageUrl: `/api/campaigns/recurring/${ids['b']}/childCampaigns?page=2&pageSize=1&sort=-id`,
    });
    await expect(admin.campaigns.listChildren({ id: 4711 })).rejects.toMatchObject(refused(400, '`id`'));
  });
});

describe('a single campaign', () => {
  it('is not found under an id that no campaign has', async () => {
    const { call } = setup();
    expect(await call('/api/campaigns/4711')).toMatchObject({ status: 404, body: { code: 'NotFound' } });
    expect(await call('/api/campaigns/x')).toMatchObject(refused(400, '`id`'));
  });

  it('opens to a read-only key, and no other door does (Authentication of the document)', async () => {
    const { call, triggered, emulator } = await withList();
    const path = `/api/campaigns/${await triggered()}`;
    expect((await call(path, undefined, emulator.keys.readOnly)).status).toBe(200);
    expect((await call(path, undefined, emulator.keys.web)).status).toBe(403);
    expect((await call('/api/campaigns/abort', { campaignId: 1 }, emulator.keys.readOnly)).status).toBe(403);
  });
});

describe('metrics (decision 21)', () => {
  const dates = { startDateTime: '2026-06-01', endDateTime: '2026-06-02' };

  it('are CSV with a header row, from what was recorded', async () => {
    const { admin, blast, triggered, clock } = await withList();
    const sent = await blast();
    const other = await triggered();
    clock.advance(2 * SECOND);
    await admin.commerce.trackPurchase({
      user: { email: ada },
      items: [{ id: 'a', name: 'Mug', price: 12, quantity: 1 }],
      total: 12.5,
      campaignId: sent,
    });

    const lines = (await admin.campaigns.metrics({ campaignId: [sent, other], ...dates }))
      .trimEnd()
      .split('\n');
    const [header = [], ...rows] = lines.map((line) => line.split(','));
    const figures = rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])));
    expect(figures).toMatchObject([
      { id: String(sent), Sends: '2', 'Send Skips': '0', Purchases: '1', Revenue: '12.5' },
      { id: String(other), Sends: '0', Purchases: '0', Revenue: '0' },
    ]);
  });

  it('are text, from the first date on and before the second', async () => {
    const { emulator, admin, blast, clock } = await withList();
    const campaignId = await blast();
    clock.advance(2 * SECOND);
    const sends = async (startDateTime: string, endDateTime: string) => {
      const csv = await admin.campaigns.metrics({ campaignId: [campaignId], startDateTime, endDateTime });
      return csv.split('\n')[1]?.split(',')[1];
    };
    expect(await sends('2026-06-01T12:00:01Z', '2026-06-02')).toBe('2');
    expect(await sends('2026-06-01T12:00:02Z', '2026-06-02')).toBe('0');
    expect(await sends('2026-06-01', '2026-06-01T12:00:01Z')).toBe('0');

    const response = await emulator.fetch(`http://emulator/api/campaigns/metrics?campaignId=${campaignId}`, {
      headers: { 'Api-Key': emulator.keys.readOnly },
    });
    expect(response.headers.get('Content-Type')).toMatch('text/plain');
  });

  it.each([
    ['', 'campaignId'],
    ['?campaignId=x', 'campaignId'],
    ['?campaignId=4711', 'campaignId'],
    ['?campaignId=4711&startDateTime=soon', 'startDateTime'],
  ])('refuse %j', async (query, named) => {
    expect(await setup().call(`/api/campaigns/metrics${query}`)).toMatchObject(refused(400, `\`${named}\``));
  });
});
