import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ada, bob, refused, utc, withList } from '../support/campaigns.js';
import { DAY, HOUR, NOON, SECOND } from '../support/content.js';

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

  it('can be at most 21 days ahead, and one for everyone further (Limits)', async () => {
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
