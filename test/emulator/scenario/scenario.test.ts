import { describe, expect, it } from 'vitest';
import { createAdmin } from '../../../src/admin/index.js';
import { createEmulator, type Scenario } from '../../../src/emulator/app.js';
import { setup } from '../support/control.js';
import { shop } from '../support/scenario.js';

const FEBRUARY = Date.UTC(2026, 1, 1);

function seeded(scenario: Scenario = shop) {
  const emulator = createEmulator({ now: () => FEBRUARY });
  emulator.seed(scenario);
  const admin = createAdmin({
    apiKey: emulator.keys.server,
    baseUrl: 'http://emulator',
    fetch: emulator.fetch,
  });
  return { emulator, admin };
}

describe('a scenario', () => {
  it('puts what it describes into the project, as the operations tell it', async () => {
    const { admin } = seeded();

    expect((await admin.channels.list()).channels).toContainEqual(shop.channels[0]);
    expect((await admin.messageTypes.list()).messageTypes[0]).toMatchObject({
      ...{ id: 11, name: 'News', subscriptionPolicy: 'OptOut' },
    });
    expect(await admin.lists.getSize({ listId: 31 })).toBe(2);
    expect((await admin.users.getByEmail({ email: 'ada@example.com' })).user).toMatchObject({
      userId: 'ada',
      dataFields: { tier: 'Gold' },
    });
    expect((await admin.snippets.get({ identifier: 'sign-off' })).snippet).toMatchObject({ id: 41 });
    expect(await admin.catalogs.items.get({ catalogName: 'products', itemId: 'A1' })).toMatchObject({
      value: { price: 14.5 },
    });
    expect(await admin.templates.email.get({ templateId: 61, locale: 'de-DE' })).toMatchObject({
      subject: 'Willkommen {{firstName}}',
    });
    expect((await admin.campaigns.list({ page: 1 })).campaigns).toMatchObject([
      { id: 81, type: 'Triggered', campaignState: 'Running', workflowId: 71 },
      {
        id: 82,
        type: 'Blast',
        campaignState: 'Scheduled',
        startAt: Date.UTC(2026, 2, 1, 9),
        labels: ['Spring'],
      },
      { id: 83, messageMedium: 'Embedded', campaignState: 'Running' },
    ]);
    expect((await admin.journeys.list()).journeys).toMatchObject([{ id: 71, name: 'Welcome' }]);
    expect(
      await admin.experiments.metrics({
        experimentId: [91],
        startDateTime: '2026-01-01',
        endDateTime: '2026-12-31',
      }),
    ).toContain('91,81,61');
  });

  it('is a project that works: journeys start, and scheduled blasts are sent, in the language of each', async () => {
    const { emulator, admin } = seeded();

    await admin.events.track({ email: 'ada@example.com', eventName: 'signed-up' });
    const [welcome] = emulator.inspect.rows('messages') as { content: object }[];
    emulator.clock.advanceTo('2026-03-01T10:00:00Z');

    expect(welcome?.content).toMatchObject({
      subject: 'Willkommen Ada',
      html: expect.stringContaining('Yours, the shop') as string,
    });
    expect(emulator.inspect.events('emailSend')).toHaveLength(2);
    expect(emulator.inspect.events('emailSendSkip')).toMatchObject([{ email: 'ben@example.com' }]);
  });

  it('may be seeded twice, and gives no number of its own to anything else', async () => {
    const { emulator, admin } = seeded({
      ...shop,
      lists: [{ id: 5_000, name: 'Readers' }],
      campaigns: [],
      experiments: [],
    });
    const before = emulator.inspect.rows('templates').length;

    emulator.seed({ ...shop, campaigns: [], experiments: [] });
    const { listId } = await admin.lists.create({ name: 'Another' });

    expect(emulator.inspect.rows('templates')).toHaveLength(before);
    expect(emulator.inspect.people).toHaveLength(2);
    expect(listId).toBeGreaterThan(5_000);
  });

  it('replaces a snippet of its name, and an experiment of its campaign and name, where they have no number', async () => {
    const snippet = { name: 'sign-off', content: 'Yours, the shop' };
    const experiment = { name: 'Subject', campaignId: 81, variants: [{ name: 'A', templateId: 61 }] };
    const again = { ...shop, snippets: [snippet], experiments: [experiment] };
    const { emulator, admin } = seeded(again);
    const before = (await admin.snippets.get({ identifier: 'sign-off' })).snippet?.id;

    emulator.seed({ ...again, snippets: [{ ...snippet, content: 'Bye' }] });

    expect(emulator.inspect.rows('snippets')).toMatchObject([
      { id: before, name: 'sign-off', content: 'Bye' },
    ]);
    expect(emulator.inspect.rows('experiments')).toHaveLength(1);
    emulator.seed(shop);
    expect(emulator.inspect.rows('snippets')).toMatchObject([{ id: 41 }]);
  });

  it('has a date as its text, as JSON has it', () => {
    const since = new Date(FEBRUARY);
    const { emulator } = seeded({ people: [{ userId: 'ada', dataFields: { since, visits: [since] } }] });

    const text = '2026-02-01T00:00:00.000Z';
    expect(emulator.inspect.people[0]?.dataFields).toMatchObject({ since: text, visits: [text] });
  });

  it('can be what an emulator begins with', () => {
    expect(createEmulator({ scenario: shop }).inspect.people).toHaveLength(2);
  });

  it.each<[path: string, object]>([
    [
      'campaigns[1].templateId: no template has the id 7',
      {
        campaigns: [
          { name: 'a', templateId: 61 },
          { name: 'b', templateId: 7 },
        ],
      },
    ],
    [
      'campaigns[0].listIds[0]: no list has the id 7',
      { campaigns: [{ name: 'a', templateId: 61, listIds: [7] }] },
    ],
    [
      'campaigns[0].sendAt: is missing',
      { campaigns: [{ name: 'a', templateId: 61, campaignState: 'Scheduled' }] },
    ],
    ['campaigns[0].templatId: is no field', { campaigns: [{ name: 'a', templateId: 61, templatId: 61 }] }],
    [
      'people[0].unsubscribedChannelIds[1]: no channel',
      { people: [{ userId: '1', unsubscribedChannelIds: [1, 2] }] },
    ],
    ['people[0]: `email` or `userId` is missing', { people: [{ dataFields: {} }] }],
    ['people[0].email: ', { people: [{ email: 'ada' }] }],
    ['messageTypes[0].channelId: no channel has the id 2', { messageTypes: [{ name: 'a', channelId: 2 }] }],
    ['lists[0].members[0]: nobody has', { lists: [{ name: 'a', members: ['eve@example.com'] }] }],
    ['templates[0].html: ', { templates: [{ channel: 'email', html: '{{#if}' }] }],
    ['templates[0].colour: is no field', { templates: [{ channel: 'sms', colour: 'red' }] }],
    [
      'templates[0].locales.de-DE.titel: is no field',
      { templates: [{ channel: 'push', locales: { 'de-DE': { titel: 'a' } } }] },
    ],
    [
      'templates[0].placementId: no placement has the id 9',
      { templates: [{ channel: 'embedded', placementId: 9 }] },
    ],
    [
      'journeys[0].tiles[0].next: no tile',
      { journeys: [{ name: 'a', tiles: [{ id: 1, kind: 'delay', milliseconds: 1, next: 2 }] }] },
    ],
    [
      'journeys[0].tiles[0].campaignId: no campaign',
      { journeys: [{ name: 'a', tiles: [{ id: 1, kind: 'send', campaignId: 2 }] }] },
    ],
    [
      'experiments[0].variants[0].templateId: no template',
      { experiments: [{ name: 'a', campaignId: 81, variants: [{ name: 'A', templateId: 2 }] }] },
    ],
    ['catalogs[0].name: ', { catalogs: [{ name: 'my products' }] }],
    ['snippets[0].content: ', { snippets: [{ name: 'a', content: '<script>alert(1)</script>' }] }],
    [
      'channels[1].id: another one has the id 3',
      {
        channels: [
          { ...shop.channels[0], id: 3 },
          { ...shop.channels[0], id: 3 },
        ],
      },
    ],
    [
      'snippets[1].name: another one has the name',
      {
        snippets: [
          { name: 'a', content: '1' },
          { name: 'a', content: '2' },
        ],
      },
    ],
    [
      'experiments[0].variants[1].templateId: is of another channel than the campaign (inApp, not email)',
      {
        experiments: [
          {
            name: 'a',
            campaignId: 81,
            variants: [
              { name: 'A', templateId: 61 },
              { name: 'B', templateId: 63 },
            ],
          },
        ],
      },
    ],
    ['people[0].dataFields.a: must be', { people: [{ userId: '1', dataFields: { a: () => 1 } }] }],
    ['people[0].dataFields.a[1]: must be', { people: [{ userId: '1', dataFields: { a: [1, new Map()] } }] }],
    ['people[0].dataFields.a.b: must be', { people: [{ userId: '1', dataFields: { a: { b: NaN } } }] }],
    ['people[0].dataFields.a: must be', { people: [{ userId: '1', dataFields: { a: new Date(NaN) } }] }],
    ['catalogs[0].items.A1.a: must be', { catalogs: [{ name: 'a', items: { A1: { a: 5n } } }] }],
    ['peeple: is no field', { peeple: [] }],
  ])('says where it is wrong, and changes nothing: %s', (words, scenario) => {
    const { emulator } = seeded();
    const before = emulator.save();

    expect(() => emulator.seed(scenario)).toThrow(words);

    expect(emulator.save()).toBe(before);
  });
});

describe('POST /_emulator/seed', () => {
  it('seeds, and answers what is wrong', async () => {
    const { ask, emulator } = setup();

    expect((await ask('/_emulator/seed', { body: shop })).status).toBe(200);
    const refused = await ask('/_emulator/seed', { body: { campaigns: [{ name: 'a', templateId: 7 }] } });

    expect(emulator.inspect.people).toHaveLength(2);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'BadParams', msg: 'campaigns[0].templateId: no template has the id 7' },
    });
  });
});

describe('named saves', () => {
  it('are kept, gone back to, taken along and brought', async () => {
    const { ask, emulator, track } = setup();
    await ask('/_emulator/seed', { body: shop });
    await ask('/_emulator/saves/seeded', { method: 'PUT' });
    await track('seen');

    const reset = await ask('/_emulator/reset', { body: { save: 'seeded' } });
    const { text } = await ask('/_emulator/saves/seeded');

    expect(reset.body).toEqual({ save: 'seeded' });
    expect([emulator.inspect.people.length, emulator.inspect.events().length]).toEqual([2, 0]);
    expect(emulator.inspect.requests).toEqual([]);
    const other = setup();
    await other.emulator.fetch('http://localhost/_emulator/saves/brought', { method: 'PUT', body: text });
    await other.ask('/_emulator/reset', { body: { save: 'brought' } });
    expect(other.emulator.inspect.people).toHaveLength(2);
  });

  it('refuses one that is not there, or is none', async () => {
    const { ask, emulator } = setup();

    expect((await ask('/_emulator/reset', { body: { save: 'none' } })).status).toBe(404);
    expect((await ask('/_emulator/saves/none')).status).toBe(404);
    const damaged = await emulator.fetch('http://localhost/_emulator/saves/a', { method: 'PUT', body: '{}' });
    expect(damaged.status).toBe(400);
    expect((await ask('/_emulator/saves')).body).toEqual({ saves: [] });
  });

  it('are forgotten when told so', async () => {
    const { ask } = setup();
    await ask('/_emulator/saves/a', { method: 'PUT' });
    expect((await ask('/_emulator/saves/a', { method: 'DELETE' })).body).toEqual({ saves: [] });
  });
});
