import { describe, expect, it } from 'vitest';
import { NOON, setup } from '../support/content.js';

describe('channels and message types', () => {
  it('are those of the project (Channel and message type)', async () => {
    const { admin, template } = setup();
    expect(await admin.channels.list()).toEqual({ channels: [] });
    expect(await admin.messageTypes.list()).toEqual({ messageTypes: [] });

    await template(); // A project's first template of a channel brings the channel a message type.

    const { channels } = await admin.channels.list();
    expect(channels).toMatchObject([
      { name: 'Marketing Email', channelType: 'Marketing', messageMedium: 'Email' },
    ]);
    expect(await admin.messageTypes.list()).toMatchObject({
      messageTypes: [
        { channelId: channels[0]?.id, subscriptionPolicy: 'OptOut', createdAt: NOON, updatedAt: NOON },
      ],
    });
  });

  it.each(['/api/channels', '/api/messageTypes'])(
    '%s opens to server and read-only keys (Authentication)',
    async (path) => {
      const { call, emulator } = setup();
      expect((await call(path, undefined, emulator.keys.readOnly)).status).toBe(200);
      expect((await call(path, undefined, emulator.keys.javascript)).status).toBe(403);
    },
  );
});

describe('experiments/metrics (decision 44)', () => {
  const dates = { startDateTime: '2026-01-01', endDateTime: '2027-01-01' };

  /** Two experiments; the first is on a campaign that Ada and Bob got. */
  async function withExperiments() {
    const tools = setup();
    const { admin, clock, list, template, put } = tools;
    const listIds = [await list('ada@example.com', 'bob@example.com')];
    const { campaignId } = await admin.campaigns.create({ name: 'a', templateId: await template(), listIds });
    clock.advance(5_000);
    const { templateId = 0 } = await admin.campaigns.get({ id: campaignId });
    const variant = { isControl: true, isWinner: false };
    put('experiments', 1, {
      id: 1,
      name: 'subjects',
      campaignId,
      variants: [
        { id: 11, name: 'A, the old', templateId, ...variant },
        { id: 12, name: 'B', templateId: 4711, ...variant },
      ],
    });
    put('experiments', 2, {
      id: 2,
      name: 'other',
      campaignId: 4711,
      variants: [{ id: 21, name: 'C', templateId: 4711, ...variant }],
    });
    return { ...tools, campaignId };
  }

  it('has a header row, and a line for each variant', async () => {
    const { admin } = await withExperiments();
    const [header = '', first = '', ...others] = (await admin.experiments.metrics(dates))
      .trimEnd()
      .split('\n');
    expect(header).toMatch(/^experimentId,campaignId,templateId,variantId,name,isControl,isWinner,Sends,/);
    expect(first).toContain(',11,"A, the old",true,false,2,');
    expect(others).toHaveLength(2);
  });

  it.each([
    ['an experiment', { experimentId: [2] }, ['2']],
    ['a campaign', 'its campaign', ['1', '1']],
    ['either', { experimentId: [1, 2] }, ['1', '1', '2']],
    ['none that is there', { experimentId: [4711] }, []],
  ])('can be asked for %s', async (_, query, expected) => {
    const { admin, campaignId } = await withExperiments();
    const asked = typeof query === 'string' ? { campaignId: [campaignId] } : query;
    const [, ...lines] = (await admin.experiments.metrics({ ...asked, ...dates })).trimEnd().split('\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(expected);
  });

  it('counts from the first date on, and before the second', async () => {
    const { admin } = await withExperiments();
    const later = { startDateTime: '2026-06-02', endDateTime: '2027-01-01' };
    expect(await admin.experiments.metrics(later)).toContain(',11,"A, the old",true,false,0,');
  });

  it('refuses a date that is none', async () => {
    const wrong = { ...dates, endDateTime: 'soon' };
    await expect(setup().admin.experiments.metrics(wrong)).rejects.toMatchObject({ status: 400 });
  });
});
