import { describe, expect, it } from 'vitest';
import { ada, bob, refused, utc, withList } from '../support/campaigns.js';
import { DAY, HOUR, NOON, SECOND } from '../support/content.js';

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

  it('gives it a copy of the template, which no later upsert changes (create rule 6)', async () => {
    const { admin, template, triggered } = await withList();
    const templateId = await template('old', 'mine');
    const { templateId: copyId = 0 } = await admin.campaigns.get({ id: await triggered({ templateId }) });

    const { templateIds } = await admin.templates.email.upsert({ clientTemplateId: 'mine', html: 'new' });

    expect(templateIds).toEqual([templateId]);
    expect(await admin.templates.email.get({ templateId: copyId })).toMatchObject({ html: 'old' });
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
