import { describe, expect, it } from 'vitest';
import { ada, refused, withList } from '../support/campaigns.js';
import { SECOND, setup } from '../support/content.js';

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
