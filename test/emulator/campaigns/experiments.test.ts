import { describe, expect, it } from 'vitest';
import { ada, bob, withList } from '../support/campaigns.js';
import { NOON, SECOND } from '../support/content.js';

const people = [ada, bob, 'cy@example.com', 'dee@example.com'];
const dates = { startDateTime: '2026-06-01', endDateTime: '2026-06-02' };

/** A blast to four people with an experiment of two variants, not yet sent. */
async function withExperiment(changes: { isWinner?: boolean } = {}) {
  const tools = await withList();
  const { admin, template, blast, put } = tools;
  const campaignId = await blast({ listIds: [await tools.list(...people)], scheduleSend: false });
  const { templateId: own = 0 } = await admin.campaigns.get({ id: campaignId });
  const other = await template('Other');
  const variant = { isControl: false, isWinner: false };
  put('experiments', 7, {
    id: 7,
    name: 'Subject',
    campaignId,
    variants: [
      { ...variant, id: 1, name: 'A', templateId: own, isControl: true },
      { ...variant, id: 2, name: 'B', templateId: other, ...changes },
    ],
  });
  await admin.campaigns.send({ campaignId });
  tools.clock.advance(2 * SECOND);
  const figures = async (csv: Promise<string>) => {
    const [header = [], ...rows] = (await csv)
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])));
  };
  return {
    ...tools,
    campaignId,
    own,
    other,
    ofVariants: () => figures(admin.experiments.metrics({ experimentId: [7], ...dates })),
    ofCampaign: () => figures(admin.campaigns.metrics({ campaignId: [campaignId], ...dates })),
  };
}

describe('an experiment', () => {
  it('splits a blast among its variants', async () => {
    const { messages, inspect, own, other } = await withExperiment();
    expect(messages().map(({ templateId }) => templateId)).toEqual([own, other, own, other]);
    expect(messages().map(({ content }) => content['html'])).toEqual(['Hello ', 'Other', 'Hello ', 'Other']);
    expect(inspect.events('emailSend').map(({ fields }) => fields['templateId'])).toEqual(
      messages().map(({ templateId }) => templateId),
    );
  });

  it('sends all that comes as its winner says, once it has one', async () => {
    const { messages, other } = await withExperiment({ isWinner: true });
    expect(messages().map(({ templateId }) => templateId)).toEqual([other, other, other, other]);
  });

  it('has metrics that agree with the events, and with those of its campaign', async () => {
    const { admin, campaignId, listId, clock, ofVariants, ofCampaign } = await withExperiment();
    clock.advance(SECOND);
    // Neither names a template: it is the one of the message that the buyer got.
    for (const [index, email] of people.entries()) {
      await admin.commerce.trackPurchase({ user: { email }, items: [], total: 2 ** index, campaignId });
    }
    await admin.lists.unsubscribe({ listId, subscribers: [{ email: bob }], campaignId });

    const variants = await ofVariants();

    expect(variants).toMatchObject([
      { variantId: '1', Sends: '2', Purchases: '2', Revenue: '5', Unsubscribes: '0' },
      { variantId: '2', Sends: '2', Purchases: '2', Revenue: '10', Unsubscribes: '1' },
    ]);
    expect(await ofCampaign()).toMatchObject([
      { Sends: '4', Purchases: '4', Revenue: '15', Unsubscribes: '1' },
    ]);
  });
});

describe('the metrics of a campaign', () => {
  it('count what names only a message of it, and no click that unsubscribed', async () => {
    const { emulator, messages, put, campaignId, ofVariants, ofCampaign } = await withExperiment();
    const [first] = messages();
    const record = { id: 'x', personId: first?.personId ?? 0, createdAt: NOON + 5 * SECOND };
    const { messageId } = first ?? {};
    put('records', 'emailOpen x', { ...record, type: 'emailOpen', fields: { messageId } });
    const fields = { campaignId, messageId };
    put('records', 'hostedUnsubscribeClick x', { ...record, type: 'hostedUnsubscribeClick', fields });
    expect(emulator.inspect.events('emailOpen')).toHaveLength(1);

    expect(await ofCampaign()).toMatchObject([{ Opens: '1', 'Unique Opens': '1', Clicks: '0' }]);
    expect(await ofVariants()).toMatchObject([{ Opens: '1' }, { Opens: '0' }]);
  });
});
