import { describe, expect, it } from 'vitest';
import { createAdmin } from '../../../src/admin/index.js';
import { createEmulator } from '../../../src/emulator/app.js';
import type { CampaignRow, MessageRow } from '../../../src/emulator/state/project.js';
import { items } from '../../../src/emulator/seed/items.js';
import { pictureOf } from '../../../src/emulator/seed/pictures.js';
import type { ProjectType } from '../../../src/emulator/state/service.js';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const YEAR = 365 * DAY;

/** An emulator that holds the shop. */
function setup(project: ProjectType = 'hybrid') {
  const emulator = createEmulator({ now: () => NOW, project, contents: 'shop' });
  const admin = createAdmin({
    apiKey: emulator.keys.server,
    baseUrl: 'http://emulator',
    fetch: emulator.fetch,
    pace: false,
    retry: false,
  });
  return { emulator, admin, rows: <Row>(name: string) => emulator.inspect.rows(name) as Row[] };
}

describe('the shop', () => {
  it('is the same every time', () => {
    expect(setup().emulator.save()).toBe(setup().emulator.save());
  });

  it('has sixty people, of whom most have ordered', () => {
    const { people } = setup().emulator.inspect;

    expect(new Set(people.map(({ email }) => email)).size).toBe(60);
    const buyers = people.filter(({ dataFields }) => Number(dataFields['orderCount']) > 0);
    expect(buyers.length).toBeGreaterThan(40);
    expect(people[0]).toMatchObject({ email: 'ada@example.com', dataFields: { firstName: 'Ada' } });
  });

  it('counts in each profile what the orders of the year come to', () => {
    const { emulator } = setup();
    for (const { id, dataFields } of emulator.inspect.people) {
      const orders = emulator.inspect.events('purchase').filter(({ personId }) => personId === id);
      const sum = orders.reduce((total, { fields }) => total + Number(fields['total']), 0);
      expect(Number(dataFields['totalSpent'] ?? 0)).toBeCloseTo(sum, 1);
    }
  });

  it('has a year of events in the order of time, none of them to come', () => {
    const times = setup()
      .emulator.inspect.events()
      .map(({ createdAt }) => createdAt);

    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.length).toBeGreaterThan(1_000);
    expect(NOW - Math.min(...times)).toBeGreaterThan(0.9 * YEAR);
    expect(Math.max(...times)).toBeLessThanOrEqual(NOW);
  });

  it.each(['quiet', 'busy'] as const)('has moments in whole milliseconds, with %s people', (behaviour) => {
    const emulator = createEmulator({ now: () => NOW, contents: 'shop', behaviour });
    emulator.clock.advance(10 * DAY);

    const moments = emulator.save().match(/\b1[6-9]\d{11}(\.\d+)?/g) ?? [];

    expect(moments.length).toBeGreaterThan(3_000);
    expect(moments.filter((moment) => moment.includes('.'))).toEqual([]);
  });

  it('has what the issue lists: lists, channels, types, templates on every channel, journeys, a catalog', () => {
    const { rows } = setup();
    const channels = rows<{ channel: string }>('templates').map(({ channel }) => channel);

    expect(rows('lists')).toHaveLength(3);
    expect(rows('channels').length).toBeGreaterThanOrEqual(3);
    expect(rows('messageTypes').length).toBeGreaterThanOrEqual(3);
    expect([...new Set(channels)].sort()).toEqual(['email', 'embedded', 'inApp', 'push', 'sms']);
    expect(rows('journeys')).toHaveLength(2);
    expect(rows('catalogs')).toHaveLength(1);
    expect(
      rows<CampaignRow>('campaigns').filter(({ campaignState }) => campaignState === 'Running').length,
    ).toBeGreaterThan(10);
  });

  it('has a letter that is sent every week, as time passes', async () => {
    const { emulator, admin, rows } = setup();
    const weekly = rows<CampaignRow>('campaigns').find(({ campaignState }) => campaignState === 'Recurring');

    emulator.clock.advance(15 * 86_400_000);

    const { campaigns } = await admin.campaigns.listChildren({ id: weekly?.id ?? 0 });
    expect(campaigns.map(({ campaignState }) => campaignState)).toEqual(['Finished', 'Finished']);
    expect(campaigns.every(({ sendSize = 0 }) => sendSize > 10)).toBe(true);
  });

  it('shows its first customer an in-app message in every position (decision 33)', async () => {
    const { admin } = setup();

    const { inAppMessages } = await admin.inApp.getMessages({ email: 'ada@example.com', count: 50 });

    const positions = inAppMessages.map(({ content }) => content?.webInAppDisplaySettings?.position);
    expect(positions.sort()).toEqual(
      ['Bottom', 'BottomLeft', 'BottomRight', 'Center', 'Full', 'Top', 'TopLeft', 'TopRight'].sort(),
    );
    expect(inAppMessages.some(({ content }) => content?.html?.includes('Good to see you, Ada'))).toBe(true);
  });

  it('shows embedded messages on four placements', async () => {
    const { admin } = setup();
    const { placements } = await admin.embedded.getMessages({ email: 'ada@example.com' });
    expect(placements?.map(({ placementId }) => placementId).sort()).toEqual([808, 809, 810, 811]);
  });

  it('refers only to what it has', () => {
    const { emulator, rows } = setup();
    const ids = (table: string) => rows<{ id: number }>(table).map(({ id }) => id);
    const [people, campaigns, templates] = [ids('people'), ids('campaigns'), ids('templates')];

    for (const message of rows<MessageRow>('messages')) {
      expect(people).toContain(message.personId);
      expect(campaigns).toContain(message.campaignId);
      expect(templates).toContain(message.templateId);
    }
    const skips = emulator.inspect.events().filter(({ type }) => type.endsWith('SendSkip'));
    expect(skips.filter(({ fields }) => fields['reason'] === 'TemplateError')).toEqual([]);
  });

  it.each(['email', 'userId', 'hybrid'] as const)(
    'names its people as a project of type %s does',
    (project) => {
      const { people } = setup(project).emulator.inspect;
      expect(people.every(({ email }) => (email !== undefined) === (project !== 'userId'))).toBe(true);
      expect(people.every(({ userId }) => (userId !== undefined) === (project !== 'email'))).toBe(true);
    },
  );
});

describe('the catalog', () => {
  it('has forty items, each with a picture of its own', async () => {
    const { admin } = setup();

    const answer = await admin.catalogs.items.list({ catalogName: 'products', pageSize: 100 });

    expect(answer.totalItemsCount).toBe(40);
    const pictures = answer.catalogItemsWithProperties.map(({ value }) => String(value['imageUrl']));
    expect(new Set(pictures).size).toBe(40);
    expect(pictures.every((address) => address.startsWith('data:image/svg+xml,'))).toBe(true);
  });

  it.each(items)('draws $name as SVG that is whole', (item) => {
    const picture = pictureOf(item);
    expect(picture).toContain(item.color);
    expect(picture.match(/<[a-z]/g)?.length).toBe((picture.match(/<\/|\/>/g) ?? []).length);
    expect(picture).not.toMatch(/<script|\bon\w+=|href/);
  });
});
