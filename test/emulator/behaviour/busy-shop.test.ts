import { beforeAll, describe, expect, it } from 'vitest';
import { createAdmin } from '../../../src/admin/index.js';
import { createEmulator, type EventRecord } from '../../../src/emulator/app.js';
import type { CampaignRow } from '../../../src/emulator/state/project.js';

const NOW = Date.UTC(2026, 10, 23, 6);
const DAY = 86_400_000;

function shop({ seed = 1, days = 7, step = days }: { seed?: number; days?: number; step?: number } = {}) {
  const emulator = createEmulator({ now: () => NOW, contents: 'shop', behaviour: 'busy', seed });
  const before = emulator.inspect.events().length;
  for (let day = 0; day < days; day += step) emulator.clock.advance(step * DAY);
  const week = emulator.inspect.events().slice(before);
  return { emulator, week };
}

const count = (events: EventRecord[], ...types: string[]) =>
  events.filter(({ type }) => types.includes(type)).length;
const readers = (events: EventRecord[], ...types: string[]) =>
  new Set(events.filter(({ type }) => types.includes(type)).map(({ personId }) => personId)).size;
const SENDS = 'emailSend pushSend smsSend webPushSend inAppSend embeddedSend'.split(' ');
const OPENS = 'emailOpen pushOpen inAppOpen embeddedImpression chatAppSeen'.split(' ');
const CLICKS = 'emailClick webPushClick inAppClick embeddedClick smsClick chatAppClick'.split(' ');

/** CSV without quotes, as objects. */
function rowsOf(csv: string): Record<string, string>[] {
  const [names = [], ...rows] = csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}

describe('a week of a busy shop', () => {
  let world: ReturnType<typeof shop>;
  beforeAll(() => {
    world = shop();
  });
  const adminOf = () =>
    createAdmin({
      apiKey: world.emulator.keys.server,
      baseUrl: 'http://emulator',
      fetch: world.emulator.fetch,
      pace: false,
      retry: false,
    });

  it('has people who come by, buy, open and click, at rates that a shop could have', () => {
    const { week } = world;
    const sent = count(week, 'emailSend');
    expect(sent).toBeGreaterThan(40);
    expect(count(week, 'customEvent')).toBeGreaterThan(200);
    expect(count(week, 'purchase')).toBeGreaterThan(5);
    expect(readers(week, 'emailOpen')).toBeGreaterThan(0.2 * readers(week, 'emailSend'));
    expect(readers(week, 'emailClick')).toBeGreaterThan(0);
    expect(count(week, 'emailClick')).toBeLessThan(count(week, 'emailOpen'));
    expect(count(week, 'emailOpen')).toBeLessThan(sent);
    expect(count(week, 'journeyExit')).toBeGreaterThan(0);
    const times = week.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('opens nothing that was not sent, and clicks no email that was not opened', () => {
    const { emulator } = world;
    const seen = new Set<unknown>();
    for (const { type, fields } of emulator.inspect.events()) {
      const messageId = fields['messageId'] as string | undefined;
      if (type.endsWith('Send') || type === 'emailOpen') seen.add(`${type} ${messageId}`);
      // The year before has opens and clicks of campaigns, without the message.
      if (messageId === undefined) continue;
      if (type === 'emailOpen') expect(seen).toContain(`emailSend ${messageId}`);
      if (type === 'emailClick') expect(seen).toContain(`emailOpen ${messageId}`);
    }
  });

  it('has campaign metrics that are its events, counted one by one', async () => {
    const { emulator } = world;
    const campaigns = emulator.inspect.rows('campaigns') as CampaignRow[];
    const csv = await adminOf().campaigns.metrics({
      campaignId: campaigns.map(({ id }) => id),
      startDateTime: '2020-01-01',
      endDateTime: '2030-01-01',
    });

    for (const row of rowsOf(csv)) {
      const events = emulator.inspect
        .events()
        .filter(({ fields }) => fields['campaignId'] === Number(row['id']));
      const purchases = events.filter(({ type }) => type === 'purchase');
      expect({ ...row, Revenue: Number(row['Revenue']).toFixed(2) }).toMatchObject({
        Sends: String(count(events, ...SENDS)),
        Opens: String(count(events, ...OPENS)),
        Clicks: String(count(events, ...CLICKS)),
        'Unique Opens': String(readers(events, ...OPENS)),
        'Unique Clicks': String(readers(events, ...CLICKS)),
        Bounces: String(count(events, 'emailBounce', 'pushBounce', 'smsBounce', 'chatAppBounce')),
        Complaints: String(count(events, 'emailComplaint')),
        Unsubscribes: String(count(events, 'emailUnSubscribe')),
        Purchases: String(purchases.length),
        Revenue: purchases.reduce((sum, { fields }) => sum + Number(fields['total']), 0).toFixed(2),
      });
    }
    expect(rowsOf(csv).some(({ Purchases }) => Number(Purchases) > 0)).toBe(true);
  });

  it('exports each event, once', async () => {
    const { emulator } = world;
    for (const type of ['emailOpen', 'emailClick', 'purchase', 'inboxSession', 'smsUsageInfo'] as const) {
      const lines = await new Response(
        await adminOf().exports.dataJson({ dataTypeName: type, range: 'All' }),
      ).text();
      expect(lines.split('\n').filter(Boolean)).toHaveLength(emulator.inspect.events(type).length);
    }
  });
});

describe('a busy shop', () => {
  it('is the same for the same seed, in however many steps its time passes, and not for another', () => {
    const whole = shop({ days: 2 }).emulator.save();
    expect(shop({ days: 2, step: 0.25 }).emulator.save()).toBe(whole);
    expect(shop({ days: 2, seed: 2 }).emulator.save()).not.toBe(whole);
  });

  it('goes on where it was saved, as if nothing had been', () => {
    const { emulator } = shop({ days: 1 });
    const other = createEmulator({ now: () => NOW, behaviour: 'busy' });
    other.load(emulator.save());
    for (const one of [emulator, other]) one.clock.advance(DAY / 2);
    const types = (one: typeof emulator) => one.inspect.events().map(({ type }) => type);
    expect(types(other)).toEqual(types(emulator));
  });

  it('sees bounces, complaints and people who leave, in time', () => {
    const types = new Set(shop({ days: 60 }).week.map(({ type }) => type));
    expect([...types]).toEqual(
      expect.arrayContaining(['emailBounce', 'emailUnSubscribe', 'inboxSession', 'smsReceived', 'pushSend']),
    );
  });

  it('does as much in the months of a year as in the first, though strangers come all the time', () => {
    const { emulator } = shop({ days: 0 });
    let before = emulator.inspect.events().length;
    const months = Array.from({ length: 12 }, () => {
      emulator.clock.advance(30 * DAY);
      const events = emulator.inspect.events().length;
      const those = events - before;
      before = events;
      return those;
    });
    const [first = 0, ...others] = months;

    for (const month of others) {
      expect(month).toBeGreaterThan(first / 2);
      expect(month).toBeLessThan(first * 2);
    }
    expect(emulator.inspect.people.length).toBeGreaterThan(200);
  }, 120_000);

  it('has people who do nothing unless they are asked to', () => {
    const emulator = createEmulator({ now: () => NOW, contents: 'shop' });
    emulator.clock.advance(DAY);
    expect(emulator.inspect.events().filter(({ createdAt }) => createdAt > NOW)).toEqual([]);
  });
});
