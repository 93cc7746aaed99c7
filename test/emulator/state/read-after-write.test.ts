import { describe, expect, it } from 'vitest';
import { heldLatency, settled } from '../support/latency.js';
import { startService } from '../support/service.js';

const item = { catalogName: 'Mugs', itemId: 'red' };

async function setup(latency: number) {
  const service = startService({ latency });
  await service.admin.catalogs.create({ catalogName: 'Mugs' });
  return service;
}

describe('accepted writes', () => {
  it('are seen at once without latency', async () => {
    const { admin } = await setup(0);
    await admin.catalogs.items.replace({ ...item, value: { n: 1 } });
    expect((await admin.catalogs.items.get(item)).value).toEqual({ n: 1 });
  });

  it('are seen after the latency, so that a client meets read-after-write', async () => {
    const { admin, emulator } = await setup(heldLatency());
    await admin.catalogs.items.replace({ ...item, value: { n: 1 } });
    await expect(admin.catalogs.items.get(item)).rejects.toMatchObject({ status: 404 });

    await settled(emulator);
    expect((await admin.catalogs.items.get(item)).value).toEqual({ n: 1 });

    await admin.catalogs.items.delete(item);
    expect((await admin.catalogs.items.get(item)).value).toEqual({ n: 1 });

    await settled(emulator);
    await expect(admin.catalogs.items.get(item)).rejects.toMatchObject({ status: 404 });
  });

  it('are applied in the order they were accepted', async () => {
    const { admin, emulator } = await setup(heldLatency());
    await admin.catalogs.items.replace({ ...item, value: { n: 1 } });
    await admin.catalogs.items.update({ ...item, update: { m: 2 } });
    await admin.catalogs.items.update({ ...item, update: { n: 3 } });
    await settled(emulator);
    expect((await admin.catalogs.items.get(item)).value).toEqual({ n: 3, m: 2 });
  });

  it('of events and metadata settle too', async () => {
    const { admin, emulator } = await setup(heldLatency());
    await admin.events.track({ email: 'ada@example.com', eventName: 'viewed' });
    await admin.metadata.put({ table: 't', key: 'k', value: {} });
    expect(emulator.inspect.events('customEvent')).toEqual([]);
    await expect(admin.metadata.get({ table: 't', key: 'k' })).rejects.toMatchObject({ status: 404 });

    await settled(emulator);

    expect(emulator.inspect.events('customEvent')).toHaveLength(1);
    expect(await admin.metadata.get({ table: 't', key: 'k' })).toMatchObject({ key: 'k' });
  });

  it('have settled when there are none', async () => {
    const { emulator } = await setup(heldLatency());
    await expect(emulator.settle()).resolves.toBeUndefined();
  });
});
