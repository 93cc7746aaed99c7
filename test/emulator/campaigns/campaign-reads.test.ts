import { describe, expect, it } from 'vitest';
import type { CampaignRow } from '../../../src/emulator/state/project.js';
import { refused, withList } from '../support/campaigns.js';
import { SECOND, setup } from '../support/content.js';

describe('the list of campaigns (Campaigns)', () => {
  /** Campaigns b, a and c, made a second apart; b is Running. */
  async function withThree() {
    const tools = await withList();
    const ids: Record<string, number> = {};
    for (const name of ['b', 'a', 'c']) {
      ids[name] = await tools.triggered({ name });
      tools.clock.advance(SECOND);
    }
    await tools.admin.campaigns.activateTriggered({ campaignId: ids['b'] ?? 0 });
    const names = async (query?: Parameters<typeof tools.admin.campaigns.list>[0]) =>
      (await tools.admin.campaigns.list(query)).campaigns.map(({ name }) => name).join('');
    return { ...tools, ids, names };
  }

  it('is by id, and 20 a page unless told', async () => {
    const { names, admin, triggered } = await withThree();
    expect(await names()).toBe('bac');
    for (let made = 3; made < 21; made += 1) await triggered({ name: 'd' });
    expect((await admin.campaigns.list()).campaigns).toHaveLength(20);
    expect((await admin.campaigns.list({ page: 1, pageSize: 1_000 })).campaigns).toHaveLength(21);
  });

  it.each([
    ['id', 'bac'],
    ['-id', 'cab'],
    ['name', 'abc'],
    ['+name', 'abc'],
    ['-name', 'cba'],
    ['-createdAt', 'cab'],
    ['updatedAt', 'acb'],
    ['-startAt', 'bac'],
  ] as const)('is sorted by %s', async (sort, expected) => {
    expect(await (await withThree()).names({ sort })).toBe(expected);
  });

  it('is of the states that are asked for', async () => {
    const { names } = await withThree();
    expect(await names({ campaignState: ['Running'] })).toBe('b');
    expect(await names({ campaignState: ['Ready', 'Running'] })).toBe('bac');
    expect(await names({ campaignState: ['Draft'] })).toBe('');
  });

  it('comes in pages with the total and the way to the pages beside', async () => {
    const { admin } = await withThree();
    const page = await admin.campaigns.list({
      page: 2,
      pageSize: 1,
      sort: '-id',
      campaignState: ['Ready', 'Running'],
    });
    const rest = 'pageSize=1&sort=-id&campaignState=Ready&campaignState=Running';
    expect(page).toMatchObject({ campaigns: [{ name: 'a' }], totalCampaignsCount: 3 });
    expect(page.nextPageUrl).toBe(`/api/campaigns?page=3&${rest}`);
    expect(page.previousPageUrl).toBe(`/api/campaigns?page=1&${rest}`);
    const last = await admin.campaigns.list({ page: 3, pageSize: 1 });
    expect(last).not.toHaveProperty('nextPageUrl');
    expect((await admin.campaigns.list({ page: 4, pageSize: 1 })).campaigns).toEqual([]);
  });

  it('is whole, without a total, for a project that may list unpaged (Versioning)', async () => {
    const { admin, put, names } = await withThree();
    put('features', 'listUnpaged', true);
    expect(await names({ sort: '-id' })).toBe('cab');
    expect(await admin.campaigns.list()).not.toHaveProperty('totalCampaignsCount');
    expect(await admin.campaigns.list({ page: 1 })).toMatchObject({ totalCampaignsCount: 3 });
  });

  it.each(['page=0', 'page=x', 'pageSize=0', 'pageSize=1001', 'sort=colour', 'campaignState=Gone'])(
    'refuses %s',
    async (query) => {
      const [field = ''] = query.split('=');
      expect(await setup().call(`/api/campaigns?${query}`)).toMatchObject(refused(400, `\`${field}`));
    },
  );

  it('has the children of a recurring campaign apart', async () => {
    const { admin, put, ids, inspect } = await withThree();
    const rows = inspect.rows('campaigns') as CampaignRow[];
    for (const row of rows.slice(1)) put('campaigns', row.id, { ...row, recurringCampaignId: ids['b'] ?? 0 });
    const children = await admin.campaigns.listChildren({ id: ids['b'] ?? 0, sort: '-id', pageSize: 1 });
    expect(children).toMatchObject({
      campaigns: [{ name: 'c', recurringCampaignId: ids['b'] }],
      totalCampaignsCount: 2,
      nextPageUrl: `/api/campaigns/recurring/${ids['b']}/childCampaigns?page=2&pageSize=1&sort=-id`,
    });
    await expect(admin.campaigns.listChildren({ id: 4711 })).rejects.toMatchObject(refused(400, '`id`'));
  });
});

describe('a single campaign', () => {
  it('is not found under an id that no campaign has', async () => {
    const { call } = setup();
    expect(await call('/api/campaigns/4711')).toMatchObject({ status: 404, body: { code: 'NotFound' } });
    expect(await call('/api/campaigns/x')).toMatchObject(refused(400, '`id`'));
  });

  it('opens to a read-only key, and no other door does (Authentication)', async () => {
    const { call, triggered, emulator } = await withList();
    const path = `/api/campaigns/${await triggered()}`;
    expect((await call(path, undefined, emulator.keys.readOnly)).status).toBe(200);
    expect((await call(path, undefined, emulator.keys.web)).status).toBe(403);
    expect((await call('/api/campaigns/abort', { campaignId: 1 }, emulator.keys.readOnly)).status).toBe(403);
  });
});
