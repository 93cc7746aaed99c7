import { describe, expect, it } from 'vitest';
import { createAdmin, tokenHandler, type Admin, type AdminOptions } from '../../../src/admin/index.js';
import { emulated } from '../support/emulated.js';

type Options = { [name: string]: unknown };
type Refusal = (admin: Admin, value: never) => unknown;

const opens = (options: Options) =>
  createAdmin({ apiKey: 'key', baseUrl: 'http://emulator', ...(options as Partial<AdminOptions>) });
const NONE = [Number.NaN, -1, '5', null];
const NOT_ABOVE = [...NONE, 0];
const NOT_WHOLE = [...NOT_ABOVE, 1.5];

/** Every number that a caller of this door may give as an option: where, what is none, and how that is said. */
const numbers: [string, unknown[], Refusal][] = [
  ['concurrency', NOT_WHOLE, (_, concurrency) => opens({ concurrency })],
  ['retry.budget', NONE, (_, budget) => opens({ retry: { budget } })],
  ['retry.attempts', NOT_ABOVE, (_, attempts) => opens({ retry: { attempts } })],
  ['retry.budget', NONE, (admin, budget) => admin.with({ retry: { budget } })],
  ['retry.attempts', NOT_ABOVE, (admin, attempts) => admin.with({ retry: { attempts } })],
  ['timeout', NOT_ABOVE, (admin, timeout) => admin.with({ timeout })],
  ['timeout', NOT_ABOVE, (admin, timeout) => admin.lists.list(undefined, { timeout })],
  ['timeout', NOT_ABOVE, (admin, timeout) => admin.request('GET /api/lists', {}, { timeout })],
  ['retry.budget', NONE, (admin, budget) => admin.lists.list(undefined, { retry: { budget } })],
  ['retry.attempts', NOT_ABOVE, (admin, attempts) => admin.lists.list(undefined, { retry: { attempts } })],
  ['timeout', NOT_ABOVE, (admin, timeout) => admin.bulk.updateUsers([], { timeout })],
  ['retry.budget', NONE, (admin, budget) => admin.bulk.updateUsers([], { retry: { budget } })],
  ['retry.attempts', NOT_ABOVE, (admin, attempts) => admin.bulk.updateUsers([], { retry: { attempts } })],
  [
    'concurrency',
    [...NOT_WHOLE, Infinity],
    (admin, concurrency) => admin.bulk.updateUsers([], { concurrency }),
  ],
  ['chunkSize', [...NOT_WHOLE, Infinity], (admin, chunkSize) => admin.bulk.updateUsers([], { chunkSize })],
  ['chunkBytes', [...NOT_WHOLE, Infinity], (admin, chunkBytes) => admin.bulk.updateUsers([], { chunkBytes })],
  ['flushInterval', NOT_ABOVE, (admin, flushInterval) => admin.bulk.updateUsers([], { flushInterval })],
  ['total', NONE, (admin, total) => admin.bulk.updateUsers([], { total })],
  [
    'every',
    NOT_ABOVE,
    (admin, every) => admin.exports.run({ dataTypeName: 'user', outputFormat: 'text/csv' }, { every }),
  ],
  ['every', NOT_ABOVE, (admin, every) => admin.waitFor.listSize({ listId: 1, atLeast: 1 }, { every })],
  ['timeout', NOT_ABOVE, (admin, timeout) => admin.waitFor.exportJob({ jobId: 1 }, { timeout })],
  ['atLeast', NONE, (admin, atLeast) => admin.waitFor.listSize({ listId: 1, atLeast })],
  [
    'expiresIn',
    [...NOT_ABOVE, 31_536_001, Infinity],
    (_, expiresIn) => tokenHandler({ secret: 's', user: () => undefined, expiresIn }),
  ],
];

describe('a number that an option cannot be', () => {
  const cases = numbers.flatMap(([name, values, refusal]) =>
    values.map((value) => [name, String(value), refusal, value] as const),
  );
  it.each(cases)('is refused at once, by its name: `%s` of %s, %s', async (name, _, refusal, value) => {
    const { admin, attempts } = emulated({ pace: false });

    const refused = Promise.resolve().then(() => refusal(admin, value as never));

    await expect(refused).rejects.toMatchObject({
      name: 'OptionError',
      message: expect.stringContaining(`\`${name}\` must be`) as unknown,
    });
    expect(attempts()).toBe(0);
  });

  it('may be without an end where that means something', async () => {
    const { admin } = emulated({ concurrency: Infinity, retry: { budget: Infinity, attempts: Infinity } });
    const { listId } = await admin.lists.create({ name: 'Spring' });
    expect(await admin.waitFor.listSize({ listId, atLeast: 0 }, { every: Infinity, timeout: Infinity })).toBe(
      0,
    );
    expect(await admin.bulk.updateUsers([], { timeout: Infinity, total: Infinity })).toMatchObject({
      read: 0,
    });
  });
});
