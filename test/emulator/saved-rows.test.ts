import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { checkSavedRows } from '../../src/emulator/saved-rows.js';
import type { SavedTables } from '../../src/emulator/state/tables.js';
import { buildWorld } from './support/whole/world.js';

interface SavedText {
  tables: Record<string, [key: string | number, row: Record<string, unknown>][]>;
}

const rowIn = (table: string, key: string | number, row: unknown): SavedTables => ({ [table]: [[key, row]] });
const checkText = (text: string) => checkSavedRows((JSON.parse(text) as SavedText).tables);

/** A service with something in its tables, whose first row of one table is changed. */
async function withRow(table: string, change: (row: Record<string, unknown>) => unknown): Promise<string> {
  const saved = JSON.parse((await buildWorld()).saved) as SavedText;
  const [first] = saved.tables[table] ?? [];
  if (!first) throw new Error(`The world has nothing in ${table}`);
  first[1] = change(first[1]) as Record<string, unknown>;
  return JSON.stringify(saved);
}

const without = (name: string) => (row: Record<string, unknown>) => ({ ...row, [name]: undefined });

describe('saved rows', () => {
  it('are right as the emulator saves them', async () => {
    checkText(createEmulator().save());
    checkText(createEmulator({ contents: 'shop' }).save());
    checkText((await buildWorld()).saved);
  });

  it.each([
    ['people', without('dataFields'), '`dataFields`'],
    ['people', without('devices'), '`devices`'],
    ['people', (row: object) => ({ ...row, email: 5 }), '`email`'],
    ['people', () => 'Ada', 'expected object'],
    ['people', () => [], 'expected object'],
    ['people', (row: object) => ({ ...row, id: 7 }), 'its `id` is 7'],
    ['peopleByEmail', () => 'Ada', 'expected number'],
    ['records', without('personId'), '`personId`'],
    ['templates', (row: object) => ({ ...row, content: { '': 'text' } }), '`content.`'],
    ['campaigns', without('campaignState'), '`campaignState`'],
    ['campaigns', (row: object) => ({ ...row, listIds: ['a'] }), '`listIds.0`'],
    ['lists', without('members'), '`members`'],
    ['messages', without('content'), '`content`'],
    ['snippets', without('variables'), '`variables`'],
    ['journeys', without('triggerEventNames'), '`triggerEventNames`'],
    ['exportJobs', without('files'), '`files`'],
    ['webhooks', (row: object) => ({ ...row, authType: 'Magic' }), '`authType`'],
    ['tasks', without('at'), '`at`'],
  ] as const)(
    'of %s are refused by the name of their table and their key: %s',
    async (table, change, said) => {
      const text = await withRow(table, change);
      const [key] = (JSON.parse(text) as SavedText).tables[table]?.[0] ?? [];

      const check = () => checkText(text);

      expect(check).toThrow(`The row ${JSON.stringify(key)} of the table \`${table}\` is wrong: `);
      expect(check).toThrow(said);
    },
  );

  it.each([
    ['catalogItems 9', { itemId: 'a' }],
    ['metadata prices', { key: 'a', lastModified: 1 }],
  ])('of %s, which is one of many such tables, are looked at too', (table, row) => {
    expect(() => checkSavedRows(rowIn(table, 'a', row))).toThrow(
      `The row "a" of the table \`${table}\` is wrong: `,
    );
  });

  it('of tables that nobody knows are left alone', () => {
    checkText(JSON.stringify({ tables: { constructor: [['a', 1]], later: [[1, {}]] } }));
  });

  it.each([
    ['dataFeeds', 7, { id: 7, name: 'Weather' }, '`url`'],
    ['dataFeedAnswers', 'https://feed.example', { data: {} }, '`at`'],
    ['doubleOptIns', 7, { id: 7, personId: 1, messageTypeIds: 'all' }, '`messageTypeIds`'],
    ['journeyEntries', '7 1', 'often', 'expected number'],
  ] as const)('of %s, which the world has none of, are looked at too', (table, key, row, said) => {
    expect(() => checkSavedRows(rowIn(table, key, row))).toThrow(said);
  });

  it('are looked at by `load`, which keeps what there is when one is wrong', async () => {
    const text = await withRow('campaigns', without('campaignState'));
    const emulator = createEmulator({ contents: 'shop' });
    const before = emulator.save();

    expect(() => emulator.load(text)).toThrow('`campaignState`');

    expect(emulator.save()).toBe(before);
  });
});
