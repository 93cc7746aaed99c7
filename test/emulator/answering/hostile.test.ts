import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';
import { startService } from '../support/service.js';

const user = { email: 'ada@example.com' };
const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;

describe('a hostile call', () => {
  it('with a body of great depth is refused, and all can still be saved', async () => {
    const { emulator, call } = startService();
    const body = `{"email":"a@b.c","eventName":"x","dataFields":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;

    const response = await emulator.fetch('http://emulator/api/events/track', {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server },
      body,
    });

    expect(await response.json()).toMatchObject({ code: 'BadParams' });
    expect(emulator.save()).toBeTypeOf('string');
    const deep = { ...user, eventName: 'x', dataFields: { a: nested(90) } };
    expect(await call('POST /api/events/track', { body: deep })).toMatchObject({ status: 200 });
  });

  it('with signs of depth inside a text is taken for what it is', async () => {
    const { call } = startService();
    const body = { ...user, eventName: 'x', dataFields: { a: '[{"'.repeat(500) } };
    expect(await call('POST /api/events/track', { body })).toMatchObject({ status: 200 });
  });

  it('with a field called __proto__ is refused, and not forgotten in silence', async () => {
    const { emulator } = startService();
    const response = await emulator.fetch('http://emulator/api/users/update', {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server },
      body: '{"email":"a@b.c","dataFields":{"__proto__":{"x":1}}}',
    });
    expect(await response.json()).toMatchObject({ code: 'BadParams' });
  });

  it('with a name or a number in disguise is refused: what cannot be kept is not taken', async () => {
    const { call, emulator } = startService();
    const update = (fields: string) =>
      call('POST /api/users/update', { body: `{"email":"a@b.c","dataFields":{${fields}}}` });

    for (const fields of ['"__pr\\u006fto__":{"x":1}', '"n":1e999', `"n":-${'9'.repeat(400)}`]) {
      expect(await update(fields)).toMatchObject({ status: 400, body: { code: 'BadParams' } });
    }
    expect(emulator.inspect.people).toEqual([]);
    expect(await update('"a":"__proto__","b":1e99,"c":"\\u00e9"')).toMatchObject({ status: 200 });
  });

  // A look at the whole text for each of its signs would take longer than any test has.
  it('with a text that never ends is looked at once', async () => {
    const { call } = startService();
    const body = `"${'\\"'.repeat(500_000)}`;
    expect(await call('POST /api/users/update', { body })).toMatchObject({ body: { code: 'BadJsonBody' } });
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'with a field called %s is exported as CSV',
    async (name) => {
      const { admin } = startService();
      await admin.users.update({ ...user, dataFields: { plain: 1 } });
      await admin.users.update({ email: 'bob@example.com', dataFields: { [name]: 1 } });
      const rows = await new Response(
        await admin.exports.dataCsv({ dataTypeName: 'user', range: 'All' }),
      ).text();
      expect(rows.trim().split('\n')).toHaveLength(3);
    },
  );

  it('with a time past all dates is refused', async () => {
    const { call } = startService();
    const body = { ...user, eventName: 'x', createdAt: Number.MAX_SAFE_INTEGER };
    expect(await call('POST /api/events/track', { body })).toMatchObject({
      status: 400,
      body: { code: 'BadParams' },
    });
  });

  it.each([
    ['unclosed tags', '<script '.repeat(300_000)],
    ['blocks inside blocks', '{{#if a}}'.repeat(5_000) + '{{/if}}'.repeat(5_000)],
    ['calls inside calls', `{{${'(lookup '.repeat(3_000)}a${')'.repeat(3_000)}}}`],
  ])('with a snippet of %s is taken or refused', async (_, content) => {
    const { call } = startService();
    const { status } = await call('POST /api/snippets', { body: { name: 'hostile', content } });
    expect([201, 400]).toContain(status);
  });
});

describe('a saved text', () => {
  const saved = (changes: object) => {
    const whole = JSON.parse(createEmulator().save()) as { tables: object };
    return JSON.stringify({ ...whole, tables: { ...whole.tables, ...changes } });
  };

  it.each([{ clock: [['ahead', 'x']] }, { people: [[1, null]] }, { people: [[1]] }, { people: {} }])(
    'with damaged rows is refused: %j',
    (tables) => {
      expect(() => createEmulator().load(saved(tables))).toThrow('This is no saved emulator');
    },
  );

  it('never has a number given out twice', async () => {
    const { emulator, admin } = startService();
    await admin.users.update(user);
    const { lastId, ...rest } = JSON.parse(emulator.save()) as { lastId: number };
    emulator.load(JSON.stringify({ ...rest, lastId: lastId - 100 }));

    await admin.users.update({ email: 'bob@example.com' });

    expect(emulator.inspect.people.map(({ email }) => email)).toEqual([user.email, 'bob@example.com']);
  });
});

describe('the clock and the faults', () => {
  it('refuse what they cannot do', () => {
    const { clock, faults } = createEmulator();
    expect(() => clock.advance(1e300)).toThrow('past the last of dates');
    expect(() => faults.add({ kind: 'status', status: 429, retryAfter: 'a\nb' })).toThrow('`retryAfter`');
    expect(() => faults.add({ kind: 'status', status: 500.5 })).toThrow('`status`');
    expect(() => faults.add({ kind: 'delay', delay: 1e300 })).toThrow('`delay`');
  });
});
