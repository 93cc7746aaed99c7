import { describe, expect, it } from 'vitest';
import { expiryOf } from '../../../src/emulator/rendering/expiry.js';
import { ada, bob, createWorld, DAY, NOON } from '../support/sending.js';

describe('a message', () => {
  it('is rendered by the call, then the profile, then the campaign (CreateCampaignRequest, TargetEmailRequest)', async () => {
    const { admin, addCampaign, changePerson, messages } = createWorld();
    changePerson(ada, { dataFields: { a: 'profile', b: 'profile' } });
    const campaignDataFields = { a: 'campaign', b: 'campaign', c: 'campaign' };
    const campaignId = addCampaign({
      content: { subject: '{{a}} {{b}} {{c}} {{email}}' },
      campaign: { campaignDataFields },
    });

    await admin.email.target({ campaignId, recipientEmail: ada.email, dataFields: { a: 'call' } });

    expect(messages()).toMatchObject([{ content: { subject: 'call profile campaign ada@example.com' } }]);
  });

  it.each([
    [
      'Email',
      'email',
      { subject: 'Hi O’Neil & "Co"', plainText: 'Hi O’Neil & "Co"', fromName: 'O’Neil & "Co"' },
    ],
    ['Push', 'push', { title: 'Hi O’Neil & "Co"', payload: { for: 'O’Neil & "Co"' } }],
    ['SMS', 'sms', { message: 'Hi O’Neil & "Co"' }],
  ] as const)(
    'by %s has text as it is, since only HTML is escaped (Templates)',
    async (medium, resource, expected) => {
      const { admin, addCampaign, messages } = createWorld();
      const content = {
        subject: 'Hi {{name}}',
        plainText: 'Hi {{name}}',
        fromName: '{{name}}',
        title: 'Hi {{name}}',
        payload: { for: '{{name}}' },
        message: 'Hi {{name}}',
        html: '<p>{{name}}</p>',
      };

      await admin[resource].target({
        campaignId: addCampaign({ medium, content }),
        recipientEmail: ada.email,
        dataFields: { name: 'O’Neil & "Co"' },
      });

      expect(messages()[0]?.content).toMatchObject({
        ...expected,
        html: '<p>O’Neil &amp; &quot;Co&quot;</p>',
      });
    },
  );

  it('has the text of a snippet as it is, too, where it is no HTML (Templates)', async () => {
    const { admin, addCampaign, messages } = createWorld();
    await admin.snippets.create({ name: 'greeting', content: 'Hi {{name}}' });
    const greeting = '{{{snippet "greeting"}}}';

    await admin.email.target({
      campaignId: addCampaign({ content: { subject: greeting, html: greeting } }),
      recipientEmail: ada.email,
      dataFields: { name: 'A & B' },
    });

    expect(messages()[0]?.content).toMatchObject({ subject: 'Hi A & B', html: 'Hi A &amp; B' });
  });

  it('is in the language of the person, where the template has it (Templates)', async () => {
    const { admin, addCampaign, changePerson, messages } = createWorld();
    changePerson(ada, { dataFields: { locale: 'de-DE' } });
    const campaignId = addCampaign({ locales: { 'de-DE': { subject: 'Hallo' } } });

    await admin.email.target({ campaignId, recipientEmail: ada.email });
    await admin.email.target({ campaignId, recipientEmail: bob.email });

    expect(messages().map(({ content }) => content['subject'])).toEqual(['Hallo', 'Hi']);
  });

  it('has the parameters that its template asks for on each link (Templates)', async () => {
    const { admin, addCampaign, messages } = createWorld();
    const campaignId = addCampaign({
      content: {
        html: '<a href="https://a.example/?x=1#top">A</a> <a href="https://b.example">B</a> <a href="mailto:c@d.e">C</a>',
        plainText: 'See https://a.example/?x=1',
        linkParams: [{ key: 'who', value: '{{email}}' }],
        googleAnalyticsCampaignName: 'June & July',
      },
    });

    await admin.email.target({ campaignId, recipientEmail: ada.email });

    const query = 'who=ada%40example.com';
    expect(messages()[0]?.content).toMatchObject({
      html:
        `<a href="https://a.example/?x=1&amp;${query}&amp;utm_campaign=June+%26+July#top">A</a> ` +
        `<a href="https://b.example?${query}&amp;utm_campaign=June+%26+July">B</a> <a href="mailto:c@d.e">C</a>`,
      plainText: `See https://a.example/?x=1&${query}&utm_campaign=June+%26+July`,
    });
  });

  it('says nothing of the template it is of', async () => {
    const { admin, addCampaign, messages } = createWorld();
    const campaignId = addCampaign({ content: { name: 'Welcome', clientTemplateId: 'own' } });
    await admin.email.target({ campaignId, recipientEmail: ada.email });
    expect(Object.keys(messages()[0]?.content ?? {})).toEqual(['subject', 'html', 'message']);
  });

  it.each([
    ['Email', 'email', 'emailSend'],
    ['Push', 'push', 'pushSend'],
    ['WebPush', 'webPush', 'webPushSend'],
    ['SMS', 'sms', 'smsSend'],
    ['RCS', 'rcs', 'rcsSend'],
    ['ChatApp', 'chatApp', 'chatAppSend'],
    ['InApp', 'inApp', 'inAppSend'],
  ] as const)('by %s is recorded (Events)', async (medium, resource, type) => {
    const { admin, addCampaign, eventsOf, messages } = createWorld();
    const campaignId = addCampaign({ medium });

    await admin[resource].target({ campaignId, recipientEmail: ada.email });

    const [message] = messages();
    expect(message).toMatchObject({ medium, personId: 1, campaignId, isProof: false, createdAt: NOON });
    expect(eventsOf(type)).toEqual([
      { campaignId, templateId: 1100, messageId: message?.messageId, messageTypeId: 10, channelId: 1 },
    ]);
  });

  it('by email carries what the call brought, as `transactionalData` (Events)', async () => {
    const { admin, addCampaign, eventsOf } = createWorld();
    const campaignId = addCampaign();
    await admin.email.target({ campaignId, recipientEmail: ada.email, dataFields: { order: 7 } });
    expect(eventsOf('emailSend')).toMatchObject([{ transactionalData: { order: 7 } }]);
  });

  it('has an id that no other has, also after a restart', async () => {
    const { admin, emulator, addCampaign, messages } = createWorld();
    const campaignId = addCampaign();
    await admin.email.target({ campaignId, recipientEmail: ada.email });
    const next = createWorld();
    next.emulator.load(emulator.save());

    await next.admin.email.target({ campaignId, recipientEmail: ada.email });

    expect(new Set(next.messages().map(({ messageId }) => messageId)).size).toBe(2);
    expect(messages()).toHaveLength(1);
  });

  it('as a proof is there, and nothing is recorded (decision 38)', () => {
    const { emulator, addCampaign, prove, messages } = createWorld();
    addCampaign({ medium: 'InApp' });
    const messageId = prove(100);
    expect(messages()).toMatchObject([{ messageId, isProof: true, medium: 'InApp' }]);
    expect(emulator.inspect.events()).toEqual([]);
  });
});

describe('from template to reader', () => {
  async function setup() {
    const world = createWorld();
    const { admin } = world;
    await admin.users.update({ userId: '7', dataFields: { firstName: 'Cleo' } });
    const { templateIds } = await admin.templates.inApp.upsert({
      clientTemplateId: 'welcome',
      name: 'Welcome',
      html: '<p>Hi {{firstName}}</p>',
      webInAppDisplaySettings: { position: 'TopRight' },
      expirationDuration: 'now+2d',
    });
    const templateId = templateIds[0] ?? 0;
    const { campaignId } = await admin.campaigns.create({ name: 'Welcome', templateId });
    const read = async () =>
      (await admin.inApp.getMessages({ userId: '7', count: 5, platform: 'Web' })).inAppMessages;
    return { ...world, templateId, campaignId, read };
  }

  it('a triggered campaign reaches a user once it is activated (Campaign states, create rule 1)', async () => {
    const { admin, campaignId, read } = await setup();
    const target = () => admin.inApp.target({ campaignId, recipientUserId: '7' });

    await target();
    expect(await read()).toEqual([]);

    await admin.campaigns.activateTriggered({ campaignId });
    await target();
    expect(await read()).toMatchObject([
      {
        campaignId,
        expiresAt: NOON + 2 * DAY,
        content: {
          html: '<p>Hi Cleo</p>',
          webInAppDisplaySettings: { position: 'TopRight' },
        },
      },
    ]);
  });

  it('a proof reaches the user, whatever the campaign (decision 41)', async () => {
    const { admin, templateId, read } = await setup();
    const dataFields = { firstName: 'Proof' };
    await admin.templates.inApp.proof({ templateId, recipientUserId: '7', dataFields });
    expect(await read()).toMatchObject([{ content: { html: '<p>Hi Proof</p>' } }]);
  });
});

describe('a message is skipped', () => {
  const world = (change: Parameters<ReturnType<typeof createWorld>['changePerson']>[1] = {}) => {
    const made = createWorld();
    made.changePerson(ada, change);
    const target = (allowRepeatMarketingSends = true) =>
      made.admin.email.target({ campaignId: 100, recipientEmail: ada.email, allowRepeatMarketingSends });
    const reasons = () => made.eventsOf('emailSendSkip').map(({ reason }) => reason);
    return { ...made, target, reasons };
  };

  it.each(['Ready', 'Draft', 'Finished', 'Aborted', 'Archived'] as const)(
    'when its triggered campaign is %s and not Running (Campaign states)',
    async (campaignState) => {
      const { addCampaign, target, reasons, messages } = world();
      addCampaign({ campaign: { campaignState } });
      await target();
      expect(reasons()).toEqual(['CampaignNotRunning']);
      expect(messages()).toEqual([]);
    },
  );

  it.each([
    ['left the channel', { unsubscribedChannelIds: [1] }, 'UnsubscribedChannel'],
    ['left the message type', { unsubscribedMessageTypeIds: [10] }, 'UnsubscribedMessageType'],
  ])('when the person %s', async (_, change, reason) => {
    const { addCampaign, target, eventsOf } = world(change);
    addCampaign();
    await target();
    expect(eventsOf('emailSendSkip')).toEqual([{ campaignId: 100, templateId: 1100, reason }]);
  });

  it('unless the person opted in to a message type that asks for it', async () => {
    const { addCampaign, addMessageType, changePerson, target, reasons, messages } = world();
    addMessageType({ subscriptionPolicy: 'OptIn' });
    addCampaign();
    await target();
    expect(reasons()).toEqual(['NotSubscribedMessageType']);

    changePerson(ada, { subscribedMessageTypeIds: [10] });
    await target();
    expect(messages()).toHaveLength(1);
  });

  it('when repeats are not allowed and the person got the campaign (allowRepeatMarketingSends)', async () => {
    const { addCampaign, prove, target, reasons, messages } = world();
    addCampaign();
    prove(100);

    await target(false); // A proof was no send of the campaign.
    await target();
    await target(false);

    expect(reasons()).toEqual(['DuplicateMarketingMessage']);
    expect(messages().filter(({ isProof }) => !isProof)).toHaveLength(2);
  });

  it('not for a repeat that is transactional (allowRepeatMarketingSends)', async () => {
    const { put, addCampaign, target, reasons, messages } = world();
    put('channels', 1, { id: 1, name: 'Orders', channelType: 'Transactional', messageMedium: 'Email' });
    addCampaign();

    await target(false);
    await target(false);

    expect(reasons()).toEqual([]);
    expect(messages()).toHaveLength(2);
  });

  it('when the person got as many of its type as `frequencyCap` lets them, until its days are over', async () => {
    const { emulator, addCampaign, addMessageType, target, reasons, messages } = world();
    addMessageType({ frequencyCap: { days: 2, messages: 2 } });
    addCampaign();

    for (let i = 0; i < 3; i += 1) await target();
    expect(reasons()).toEqual(['FrequencyCap']);

    emulator.clock.advance(2 * DAY);
    await target();
    expect(messages()).toHaveLength(3);
  });

  it('when the person is on a suppression list of the campaign, and on no other (create rule 5)', async () => {
    const { put, addCampaign, target, reasons, messages } = world();
    const list = { name: 'No', createdAt: NOON, listType: 'Suppression', members: [1] } as const;
    put('lists', 5, { id: 5, ...list, members: [1], isGlobalSuppressionEnabled: true });
    addCampaign();
    await target();
    expect(messages()).toHaveLength(1);

    addCampaign({ campaign: { suppressionListIds: [5] } });
    await target();
    expect(reasons()).toEqual(['OnSuppressionList']);
  });

  it.each([
    ['Push', 'push', { devices: [] }],
    ['WebPush', 'webPush', { browserTokens: [] }],
    ['SMS', 'sms', { dataFields: {} }],
    ['RCS', 'rcs', { dataFields: {} }],
    ['ChatApp', 'chatApp', { dataFields: {} }],
  ] as const)('by %s when it has nowhere to go', async (medium, resource, change) => {
    const { admin, addCampaign, changePerson, eventsOf } = createWorld();
    changePerson(ada, change as object);
    const campaignId = addCampaign({ medium });
    await admin[resource].target({ campaignId, recipientEmail: ada.email });
    expect(eventsOf(`${resource}SendSkip`)).toMatchObject([{ reason: 'NoAddress' }]);
  });

  it.each([
    [{ html: '<p>{{shout email}}</p>' }, 'shout'],
    [{ subject: '{{{snippet "no-such"}}}' }, '"no-such"'],
    [{ html: '{{#catalogCollection "mugs" as |items|}}{{/catalogCollection}}' }, '"mugs"'],
  ])('when its template cannot be rendered, and tells what is wrong with it: %j', async (content, named) => {
    const { addCampaign, target, eventsOf } = world();
    addCampaign({ content });
    await target();
    expect(eventsOf('emailSendSkip')).toMatchObject([
      { reason: 'TemplateError', details: expect.stringContaining(named) as string },
    ]);
  });

  it('when its template is no template', async () => {
    const { addCampaign, target, reasons } = world();
    addCampaign({ content: { subject: '{{#if}}' } });
    await target();
    expect(reasons()).toEqual(['TemplateError']);
  });
});

describe('the expiry of an in-app message (Templates, Limits)', () => {
  const hour = 3_600_000;
  it.each([
    ['is 90 days after it was sent', {}, NOON + 90 * DAY],
    ['follows an expression', { expirationDuration: 'now+7d' }, NOON + 7 * DAY],
    ['follows an expression of steps', { expirationDuration: 'now+1w-2h' }, NOON + 7 * DAY - 2 * hour],
    ['is an absolute time in UTC', { expirationDateTime: '2026-06-02 12:00:00' }, NOON + DAY],
    ['may lie before it was sent', { expirationDateTime: '2026-05-31 12:00:00' }, NOON - DAY],
    ['is not what nobody can read', { expirationDuration: 'soon' }, NOON + 90 * DAY],
    ['is no day that a month lacks', { expirationDateTime: '2026-06-31 12:00:00' }, NOON + 90 * DAY],
  ])('%s', (_, content, expected) => {
    expect(expiryOf(content, NOON)).toBe(expected);
  });
});
