import { describe, expect, it } from 'vitest';
import { createTables } from '../../../src/emulator/state/tables.js';
import { startService } from '../support/service.js';

describe('tables', () => {
  it('are the same map for the same name', () => {
    const tables = createTables();
    tables.table<string>('a').set(1, 'one');
    expect(tables.table('a').get(1)).toBe('one');
    expect(tables.table('b').size).toBe(0);
  });

  it('give ids that no row has, also after a load', () => {
    const tables = createTables();
    const ids = [tables.nextId(), tables.nextId()];
    const other = createTables();
    other.load(tables.save());
    expect(new Set([...ids, other.nextId()]).size).toBe(3);
  });

  it('take up what was saved, and nothing else, in the maps that others hold', () => {
    const saved = createTables();
    saved.table<object>('a').set(1, { name: 'one' });
    const tables = createTables();
    const held = tables.table<object>('a');
    held.set(2, { name: 'two' });
    tables.table<string>('b').set(3, 'three');

    tables.load(saved.save());

    expect([...held]).toEqual([[1, { name: 'one' }]]);
    expect(tables.table('b').size).toBe(0);
  });

  const format = 'tidings-emulator 1';
  it.each([
    ['an empty text', ''],
    ['half of one', '{"format":"tidings-emulator 1","lastId":1001,"tab'],
    ['other JSON', '[]'],
    ['null', 'null'],
    ['another format', JSON.stringify({ format: 'another', lastId: 1, tables: {} })],
    ['no tables', JSON.stringify({ format, lastId: 1 })],
    ['no last id', JSON.stringify({ format, tables: {} })],
    ['a table that is no list', JSON.stringify({ format, lastId: 1, tables: { a: 'rows' } })],
    ['a row that is no pair', JSON.stringify({ format, lastId: 1, tables: { a: [null] } })],
    ['a row without a key', JSON.stringify({ format, lastId: 1, tables: { a: [[{}, {}]] } })],
  ])('refuse %s in words, and keep what there is', (_, text) => {
    const tables = createTables();
    tables.table<string>('a').set(1, 'kept');

    expect(() => tables.load(text)).toThrow('This is no saved emulator');

    expect([...tables.table('a')]).toEqual([[1, 'kept']]);
  });
});

describe('an emulator', () => {
  const reads = [
    'GET /api/users/ada@example.com',
    'GET /api/users/getFields',
    'GET /api/lists',
    'GET /api/catalogs/Mugs/items',
    'GET /api/catalogs/Mugs/fieldMappings',
    'GET /api/metadata/prices/mug',
    'GET /api/export/jobs',
    'GET /api/export/data.json?dataTypeName=customEvent',
    'GET /api/export/data.csv?dataTypeName=purchase',
    'GET /api/events/ada@example.com',
  ];

  it('answers the same after it was saved and loaded', async () => {
    const { admin, call, emulator } = startService();
    const email = 'ada@example.com';
    await admin.users.update({ email, dataFields: { town: 'Bath', visits: 3 } });
    const { listId } = await admin.lists.create({ name: 'Spring' });
    await admin.lists.subscribe({ listId, subscribers: [{ email }] });
    await admin.events.track({ email, eventName: 'viewed', dataFields: { sku: 'A1' } });
    await admin.commerce.trackPurchase({ user: { email }, items: [], total: 12 });
    await admin.catalogs.create({ catalogName: 'Mugs' });
    await admin.catalogs.items.replace({ catalogName: 'Mugs', itemId: 'red', value: { price: 8 } });
    await admin.metadata.put({ table: 'prices', key: 'mug', value: { cents: 800 } });
    await admin.exports.start({ dataTypeName: 'customEvent', outputFormat: 'text/csv' });
    const other = startService();

    other.emulator.load(emulator.save());

    for (const route of reads) {
      const answer = await call(route);
      expect(answer).toMatchObject({ status: 200 });
      expect({ route, body: (await other.call(route)).body }).toEqual({ route, body: answer.body });
    }
    expect(JSON.parse(other.emulator.save())).toEqual(JSON.parse(emulator.save()));
  });
});
