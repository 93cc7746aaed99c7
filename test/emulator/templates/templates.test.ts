import { describe, expect, it } from 'vitest';
import { DAY, HOUR, NOON, SECOND, setup } from '../support/content.js';

const refused = (status: number, reason: string) => ({
  status,
  body: { msg: expect.stringContaining(reason) as string },
});

const iso = (moment: number) => new Date(moment).toISOString();

describe.each(['email', 'embedded', 'inapp', 'push', 'sms'])('templates of %s', (channel) => {
  const path = `/api/templates/${channel}`;
  const field =
    { email: 'html', embedded: 'body', inapp: 'html', push: 'message', sms: 'message' }[channel] ?? '';
  const upserted = (msg: string) => Number(/IDs: (\d+)$/.exec(msg)?.[1]);

  it('are created by an upsert, whose msg ends in `IDs: 123` (decision 41)', async () => {
    const { call } = setup();
    const { body } = await call(`${path}/upsert`, { clientTemplateId: 'mine', [field]: 'Hello' });
    const templateId = upserted((body as { msg: string }).msg);
    const answer = await call(`${path}/get?templateId=${templateId}`);
    expect(answer.body).toMatchObject({
      templateId,
      name: 'mine',
      clientTemplateId: 'mine',
      [field]: 'Hello',
    });
  });

  it('keep the fields that an update does not send (decision 41)', async () => {
    const { call } = setup();
    const { body } = await call(`${path}/upsert`, {
      clientTemplateId: 'mine',
      name: 'Mine',
      [field]: 'Hello',
    });
    const templateId = upserted((body as { msg: string }).msg);
    expect(await call(`${path}/update`, { templateId, name: 'Yours' })).toMatchObject({ status: 200 });
    expect((await call(`${path}/get?templateId=${templateId}`)).body).toMatchObject({
      name: 'Yours',
      [field]: 'Hello',
    });
  });

  it.each([
    ['get?templateId=1', undefined, 404, 'templateId'],
    ['get', undefined, 400, 'templateId'],
    ['get?templateId=x', undefined, 400, 'templateId'],
    ['update', { templateId: 1 }, 400, 'templateId'],
    ['update', { name: 'x' }, 400, 'templateId'],
    ['upsert', { name: 'x' }, 400, 'clientTemplateId'],
    ['upsert', { clientTemplateId: 'a', messageTypeId: 4711 }, 400, 'messageTypeId'],
    ['upsert', { clientTemplateId: 'a', locale: 'no locale' }, 400, 'locale'],
    ['upsert', { clientTemplateId: 'a', [field]: '{{#if}}' }, 400, field],
    ['upsert', { clientTemplateId: 'a', [field]: 7 }, 400, field],
  ])('refuse %s with %j', async (route, body, status, named) => {
    const { call, inspect } = setup();
    expect(await call(`${path}/${route}`, body)).toMatchObject({
      status,
      body: { msg: expect.stringContaining(`\`${named}\``) as string },
    });
    expect(inspect.rows('templates')).toEqual([]);
  });

  it('are not of another channel', async () => {
    const { call, admin } = setup();
    const other = channel === 'sms' ? admin.templates.push : admin.templates.sms;
    const { templateIds } = await other.upsert({ clientTemplateId: 'mine' });
    expect((await call(`${path}/get?templateId=${templateIds[0]}`)).status).toBe(404);
    expect((await call(`${path}/update`, { templateId: templateIds[0] })).status).toBe(400);
  });

  it('open to a read-only key for reading only', async () => {
    const { call, emulator } = setup();
    const { readOnly } = emulator.keys;
    expect((await call(`${path}/get?templateId=1`, undefined, readOnly)).status).toBe(404);
    expect((await call(`${path}/upsert`, { clientTemplateId: 'a' }, readOnly)).status).toBe(403);
  });
});

describe('an upsert', () => {
  it('changes every template that shares your id (Templates)', async () => {
    const { admin, template } = setup();
    const first = await template('old', 'mine');
    const second = await template('old', 'other');
    await admin.templates.email.update({ templateId: second, clientTemplateId: 'mine' });

    const { templateIds } = await admin.templates.email.upsert({ clientTemplateId: 'mine', html: 'new' });

    expect(templateIds).toEqual([first, second]);
    for (const id of templateIds)
      expect(await admin.templates.email.get({ templateId: id })).toMatchObject({ html: 'new' });
  });

  it('leaves templates of other channels alone', async () => {
    const { admin } = setup();
    const push = await admin.templates.push.upsert({ clientTemplateId: 'mine', title: 'push' });
    const sms = await admin.templates.sms.upsert({ clientTemplateId: 'mine', message: 'sms' });
    expect(sms.templateIds).not.toEqual(push.templateIds);
  });

  it('takes who made it from the call, or the owner', async () => {
    const { admin } = setup({ members: ['ada@example.com'] });
    const { email } = admin.templates;
    const mine = await email.upsert({ clientTemplateId: 'a', creatorUserId: 'ada@example.com' });
    const owned = await email.upsert({ clientTemplateId: 'b' });
    expect(await email.get({ templateId: mine.templateIds[0] ?? 0 })).toMatchObject({
      creatorUserId: 'ada@example.com',
    });
    expect(await email.get({ templateId: owned.templateIds[0] ?? 0 })).toMatchObject({
      creatorUserId: 'owner@emulator.example',
    });
  });
});

describe('the fields of templates', () => {
  const button = { identifier: 'a', title: 'A', openApp: true };

  it('of a push are at most 3 buttons (Limits)', async () => {
    const { push } = setup().admin.templates;
    await expect(
      push.upsert({ clientTemplateId: 'a', buttons: [button, button, button] }),
    ).resolves.toBeDefined();
    await expect(
      push.upsert({ clientTemplateId: 'a', buttons: [button, button, button, button] }),
    ).rejects.toMatchObject(refused(400, '`buttons`'));
  });

  it('of an embedded message are at most 2 buttons (Limits)', async () => {
    const { embedded } = setup().admin.templates;
    const elements = (...ids: string[]) => ({ buttons: ids.map((id) => ({ id, title: id })) });
    await expect(
      embedded.upsert({ clientTemplateId: 'a', elements: elements('a', 'b') }),
    ).resolves.toBeDefined();
    await expect(
      embedded.upsert({ clientTemplateId: 'a', elements: elements('a', 'b', 'c') }),
    ).rejects.toMatchObject(refused(400, '`elements.buttons`'));
  });

  it.each([
    [-1, 0],
    [0.5, 0.5],
    [7, 1],
  ])('of a push are clamped: a relevance of %d is %d (Templates)', async (relevanceScore, expected) => {
    const { push } = setup().admin.templates;
    const { templateIds } = await push.upsert({ clientTemplateId: 'a', relevanceScore });
    expect(await push.get({ templateId: templateIds[0] ?? 0 })).toMatchObject({ relevanceScore: expected });
  });

  it.each([
    ['push', { interruptionLevel: 'loud' }, 'interruptionLevel'],
    ['push', { buttons: [{ identifier: 'a' }] }, 'buttons.0.title'],
    ['email', { fromEmail: 'nobody' }, 'fromEmail'],
    ['email', { ccEmails: ['nobody'] }, 'ccEmails.0'],
    ['inapp', { inAppDisplaySettings: { bgColor: { alpha: 2 } } }, 'inAppDisplaySettings.bgColor.alpha'],
    ['inapp', { inAppDisplaySettings: { top: -2 } }, 'inAppDisplaySettings.top'],
    ['inapp', { webInAppDisplaySettings: { position: 'Nowhere' } }, 'webInAppDisplaySettings.position'],
    ['inapp', { expirationDateTime: '2026-02-30 12:00:00' }, 'expirationDateTime'],
    ['inapp', { expirationDuration: 'soon' }, 'expirationDuration'],
    ['inapp', { expirationDuration: 'now+999999y' }, 'expirationDuration'],
    [
      'inapp',
      { expirationDuration: 'now+1d', expirationDateTime: '2026-02-01 12:00:00' },
      'expirationDuration',
    ],
    ['embedded', { placementId: 'top' }, 'placementId'],
  ])('of %s are refused when wrong: %j', async (channel, content, named) => {
    const answer = await setup().call(`/api/templates/${channel}/upsert`, {
      clientTemplateId: 'a',
      ...content,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining(`\`${named}\``) as string },
    });
  });

  it('of an in-app message end at a time or after one, whichever was said last', async () => {
    const { inApp } = setup().admin.templates;
    const { templateIds } = await inApp.upsert({ clientTemplateId: 'a', expirationDuration: 'now+90d' });
    const templateId = templateIds[0] ?? 0;
    await inApp.update({ templateId, expirationDateTime: '2026-12-31 00:00:00' });
    const template = await inApp.get({ templateId });
    expect(template).toMatchObject({ expirationDateTime: '2026-12-31 00:00:00' });
    expect(template).not.toHaveProperty('expirationDuration');
  });
});

describe('locales of templates', () => {
  async function withGerman() {
    const tools = setup();
    const { email } = tools.admin.templates;
    const { templateIds } = await email.upsert({ clientTemplateId: 'a', subject: 'Hi', html: 'Hello' });
    await email.upsert({ clientTemplateId: 'a', locale: 'de-DE', html: 'Hallo' });
    return { ...tools, email, templateId: templateIds[0] ?? 0 };
  }

  it('have content of their own, and the default for the rest', async () => {
    const { email, templateId } = await withGerman();
    expect(await email.get({ templateId })).toMatchObject({ subject: 'Hi', html: 'Hello' });
    expect(await email.get({ templateId, locale: 'de-DE' })).toMatchObject({
      subject: 'Hi',
      html: 'Hallo',
      locale: 'de-DE',
      isDefaultLocale: false,
    });
    expect(await email.preview({ templateId, locale: 'de-DE' })).toBe('Hallo');
  });

  it('that a template does not have are not found', async () => {
    const { email, templateId } = await withGerman();
    await expect(email.get({ templateId, locale: 'fr' })).rejects.toMatchObject(refused(404, '`locale`'));
  });

  it('can be the default (Templates)', async () => {
    const { email, templateId } = await withGerman();
    await email.update({ templateId, locale: 'de-DE', isDefaultLocale: true });
    expect(await email.preview({ templateId })).toBe('Hallo');
  });

  it('are told by getByClientTemplateId, for each template of that id', async () => {
    const { admin, templateId } = await withGerman();
    const { campaignId } = await admin.campaigns.create({ name: 'a', templateId });
    const locales = [{ displayLanguage: 'German', languageTag: 'de-DE' }];
    const { templates } = await admin.templates.getByClientTemplateId({ clientTemplateId: 'a' });
    expect(templates).toMatchObject([
      { templateId, locales },
      { campaignId, locales },
    ]);
    expect(await admin.templates.getByClientTemplateId({ clientTemplateId: 'b' })).toEqual({ templates: [] });
    await expect(admin.templates.getByClientTemplateId({ clientTemplateId: '' })).rejects.toMatchObject(
      refused(400, '`clientTemplateId`'),
    );
  });
});

describe('previews', () => {
  it('render a template’s HTML for nobody', async () => {
    const { admin, call, template } = setup();
    const templateId = await template('Hello {{name}}');
    expect(await admin.templates.email.preview({ templateId, dataFields: { name: 'you' } })).toBe(
      'Hello you',
    );
    expect((await call(`/api/templates/email/preview?templateId=${templateId}`, {})).body).toBe('Hello ');

    const { templateIds } = await admin.templates.inApp.upsert({
      clientTemplateId: 'a',
      html: '<b>{{name}}</b>',
    });
    const inApp = { templateId: templateIds[0] ?? 0, dataFields: { name: 'you' } };
    expect(await admin.templates.inApp.preview(inApp)).toBe('<b>you</b>');
  });

  it('are HTML, and take no body for an empty one', async () => {
    const { emulator, template } = setup();
    const response = await emulator.fetch(
      `http://emulator/api/templates/email/preview?templateId=${await template('Hi')}`,
      { method: 'POST', headers: { 'Api-Key': emulator.keys.server } },
    );
    expect(response.headers.get('Content-Type')).toMatch('text/html');
    expect(await response.text()).toBe('Hi');
  });

  it.each([
    [true, 'Rome Rome [[city]]'],
    [false, 'Turin Turin Rome'],
  ])('merge data feeds as mergeDataFeedContext says: %s (Templates)', async (merge, expected) => {
    const { email } = setup().admin.templates;
    const { templateIds } = await email.upsert({
      clientTemplateId: 'a',
      html: '{{city}} {{city}} [[city]]',
      mergeDataFeedContext: merge,
      campaignDataFields: { city: 'Turin' },
    });
    expect(await email.preview({ templateId: templateIds[0] ?? 0, dataFeed: { city: 'Rome' } })).toBe(
      expected,
    );
  });

  describe('that fetch data feeds (TemplatePreviewRequest)', () => {
    /** A template that shows a city and the weather there, and a feed that tells it. */
    async function withFeed(answer: () => Response | Promise<Response>, changes: object = {}) {
      const asked: string[] = [];
      const fetch = async (input: RequestInfo | URL) => {
        asked.push(input instanceof Request ? input.url : String(input));
        return answer();
      };
      const tools = setup({ fetch });
      tools.put('dataFeeds', 7, { id: 7, name: 'Weather', url: 'https://feed.example/{{city}}?of={{year}}' });
      const { email } = tools.admin.templates;
      const { templateIds } = await email.upsert({
        clientTemplateId: 'a',
        html: '{{city}} {{weather}} {{wind}}',
        mergeDataFeedContext: true,
        dataFeedIds: [7],
        ...changes,
      });
      const show = (body: object = {}) =>
        email.preview({
          templateId: templateIds[0] ?? 0,
          fetchDataFeeds: true,
          dataFields: { city: "L'Aquila", year: 2026 },
          dataFeed: { weather: 'rain', wind: 'calm' },
          ...body,
        });
      return { ...tools, asked, show };
    }

    const sunny = () => Response.json({ weather: 'sun' });

    it('merge what the request has with what was fetched, which goes first', async () => {
      const { asked, show } = await withFeed(sunny);
      expect(await show()).toBe('L&#x27;Aquila sun calm');
      expect(asked).toEqual(["https://feed.example/L'Aquila?of=2026"]);
    });

    it('fetch nothing unless told to', async () => {
      const { asked, show } = await withFeed(sunny);
      expect(await show({ fetchDataFeeds: false })).toBe('L&#x27;Aquila rain calm');
      expect(asked).toEqual([]);
    });

    it('write [[field]] where feeds are not merged into the context', async () => {
      const { show } = await withFeed(sunny, {
        html: '[[weather]] {{weather}}',
        mergeDataFeedContext: false,
      });
      expect(await show()).toBe('sun ');
    });

    it('keep an answer for an hour when the template says so (cacheDataFeed)', async () => {
      const { clock, asked, show } = await withFeed(sunny, { cacheDataFeed: true });
      await show();
      await show();
      expect(asked).toHaveLength(1);
      await show({ dataFields: { city: 'Rome' } });
      expect(asked).toHaveLength(2);
      clock.advance(HOUR);
      await show();
      expect(asked).toHaveLength(3);
    });

    it.each([
      ['an error', () => new Response('no', { status: 500 }), 'answered 500'],
      ['what is no JSON', () => new Response('<p>'), 'is not JSON'],
      ['what is no object', () => Response.json([1]), 'is no object'],
      ['too much', () => new Response(`{"a":"${'x'.repeat(1_000_000)}"}`), 'over 1 MB'],
      ['nothing', () => Promise.reject(new TypeError('no route')), 'did not answer'],
      [
        'half of it',
        () => new Response(new ReadableStream({ pull: (stream) => stream.error('cut') })),
        'cut',
      ],
    ])('refuse a feed that answers %s', async (_, answer, reason) => {
      const { show } = await withFeed(answer);
      await expect(show()).rejects.toMatchObject({
        ...refused(400, 'data feed 7'),
        message: expect.stringContaining(reason) as string,
      });
    });

    it('refuse a feed that the project does not have', async () => {
      const { show } = await withFeed(sunny, { dataFeedIds: [8] });
      await expect(show()).rejects.toMatchObject(refused(400, '`dataFeedIds`'));
    });
  });

  it('of a template that is not there are not found', async () => {
    await expect(setup().admin.templates.email.preview({ templateId: 1 })).rejects.toMatchObject(
      refused(404, '`templateId`'),
    );
  });
});

describe('proofs', () => {
  it('send a message marked as one, and record no event (decision 38)', async () => {
    const { admin, template, messages, inspect } = setup();
    await admin.users.update({ email: 'ada@example.com', dataFields: { city: 'Turin' } });
    const templateId = await template('Hello {{name}} of {{city}}');

    await admin.templates.email.proof({
      templateId,
      recipientEmail: 'ada@example.com',
      dataFields: { name: 'you' },
    });

    expect(messages()).toMatchObject([
      { templateId, isProof: true, content: { html: 'Hello you of Turin' } },
    ]);
    expect(inspect.events().map(({ type }) => type)).not.toContain('emailSend');
  });

  it.each([
    ['a template that is not there', { templateId: 4711, recipientEmail: 'ada@example.com' }, '`templateId`'],
    ['someone unknown', { recipientEmail: 'eve@example.com' }, '`email`'],
    ['nobody', {}, '`recipientEmail` or `recipientUserId`'],
    [
      'two',
      { recipientEmail: 'ada@example.com', recipientUserId: '7' },
      '`recipientEmail` or `recipientUserId`',
    ],
  ])('refuse %s', async (_, body, named) => {
    const { admin, call, template, messages } = setup();
    await admin.users.update({ email: 'ada@example.com' });
    const answer = await call('/api/templates/email/proof', { templateId: await template(), ...body });
    expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringContaining(named) as string } });
    expect(messages()).toEqual([]);
  });
});

describe('the list of templates (decision 41)', () => {
  /** Three emails, one of them a campaign's copy, and a push a day later. */
  async function withTemplates() {
    const tools = setup();
    const { admin, clock, template } = tools;
    const first = await template('first');
    const second = await template('second');
    const { campaignId } = await admin.campaigns.create({ name: 'a', templateId: first });
    const copy = (await admin.campaigns.get({ id: campaignId })).templateId;
    clock.advance(DAY);
    const push = (await admin.templates.push.upsert({ clientTemplateId: 'push' })).templateIds[0];
    const idsOf = async (query?: Parameters<typeof admin.templates.list>[0]) =>
      (await admin.templates.list(query)).templates.map(({ templateId }) => templateId);
    return { ...tools, first, second, copy, push, idsOf };
  }

  it('is chosen by type, medium and date', async () => {
    const { idsOf, first, second, copy, push } = await withTemplates();
    expect(await idsOf()).toEqual([first, second, copy, push].sort());
    expect(await idsOf({ templateType: 'Base' })).toEqual([first, second, push]);
    expect(await idsOf({ templateType: 'Triggered' })).toEqual([copy]);
    expect(await idsOf({ messageMedium: 'Push' })).toEqual([push]);
    expect(await idsOf({ startDateTime: iso(NOON + SECOND) })).toEqual([push]);
    expect(await idsOf({ endDateTime: iso(NOON + DAY) })).toEqual([first, second, copy].sort());
  });

  it('is sorted, and cut in pages with the way to those beside', async () => {
    const { admin, idsOf, push } = await withTemplates();
    expect(await idsOf({ sort: '-createdAt', pageSize: 1 })).toEqual([push]);
    expect(await admin.templates.list({ page: 2, pageSize: 2, messageMedium: 'Email' })).toMatchObject({
      totalTemplatesCount: 3,
      previousPageUrl: '/api/templates?page=1&pageSize=2&messageMedium=Email',
    });
    expect(await idsOf({ page: 9 })).toEqual([]);
  });

  it('tells what a list tells, with times in milliseconds (decision 47)', async () => {
    const { admin, first } = await withTemplates();
    const { templates } = await admin.templates.list({ pageSize: 1 });
    expect(templates).toEqual([
      {
        templateId: first,
        name: expect.any(String) as string,
        clientTemplateId: expect.any(String) as string,
        messageTypeId: expect.any(Number) as number,
        creatorUserId: 'owner@emulator.example',
        createdAt: NOON,
        updatedAt: NOON,
      },
    ]);
  });

  it.each([
    'pageSize=1001',
    'page=0',
    'sort=html',
    'templateType=None',
    'startDateTime=soon',
    'messageMedium=Fax',
  ])('refuses %s', async (query) => {
    const [field = ''] = query.split('=');
    expect(await setup().call(`/api/templates?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'BadParams', msg: expect.stringContaining(`\`${field}\``) as string },
    });
  });
});

describe('bulkDelete', () => {
  it('deletes base templates only (decision 41)', async () => {
    const { admin, template } = setup();
    const templateId = await template();
    const { campaignId } = await admin.campaigns.create({ name: 'a', templateId });
    const copy = (await admin.campaigns.get({ id: campaignId })).templateId ?? 0;

    expect(await admin.templates.bulkDelete({ ids: [templateId, copy, 4711, templateId] })).toEqual({
      success: [templateId],
      failed: [copy, 4711],
      failureReason: expect.stringContaining('base templates') as string,
    });
    expect(await admin.templates.bulkDelete({ ids: [] })).toEqual({ success: [], failed: [] });
    expect((await admin.templates.list()).templates).toMatchObject([{ templateId: copy }]);
  });
});
