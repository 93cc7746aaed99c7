import { describe, expect, it } from 'vitest';
import { serve } from '../support/serve.js';
import { runAt, setup } from './support/tidings.js';

describe('a number that JavaScript cannot hold', () => {
  it('takes no line of JSON with a number that would become another, and says which', async () => {
    const { tidings, write, failures, emulator } = await setup();
    const line = '{"email":"ada@example.com","dataFields":{"ids":[1,{"facebook":9007199254740993}]}}';
    write('people.ndjson', `{"email":"bob@example.com","dataFields":{"n":0.1000000000000000055}}\n${line}\n`);

    const { code } = await tidings(['import', 'users', 'people.ndjson']);

    const message =
      '`dataFields.ids.1.facebook` is 9007199254740993, which would become another number: write it as text, in quotes';
    expect(code).toBe(3);
    expect(failures('people.ndjson')).toEqual([
      { line: 2, reason: 'invalid', retryable: false, message, row: line },
    ]);
    expect(emulator.inspect.people).toMatchObject([{ email: 'bob@example.com', dataFields: { n: 0.1 } }]);
  });

  it.each([
    ['{"id":9007199254740993}', '`extra.id` is 9007199254740993'],
    ['12345678901234567890', '`extra` is 12345678901234567890'],
  ])('takes no column of JSON with a number that would become another: %s', async (json, problem) => {
    const { tidings, write, failures } = await setup();
    write('people.csv', `email,extra\nada@example.com,"${json.replaceAll('"', '""')}"\n`);

    await tidings(['import', 'users', 'people.csv', '--map', 'extra=extra:json']);

    expect(failures('people.csv')).toMatchObject([{ line: 2, row: { extra: json } }]);
    expect(failures('people.csv')[0]?.message).toMatch(problem);
  });

  it.each([
    [['--email=ada@example.com', '--data-fields={"id":9007199254740993}'], '`id` is 9007199254740993'],
    [['--json={"userId":"u","dataFields":{"id":1e400}}'], '`dataFields.id` is 1e400'],
  ])('takes no JSON with a number that would become another: %s', async (given, problem) => {
    const { tidings, emulator } = await setup();

    const { code, errors } = await tidings(['users', 'update', ...given]);

    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(problem) as unknown });
    expect(emulator.inspect.requests).toEqual([]);
  });

  it.each([['json'], ['lines'], ['table']])('prints each digit of an answer as %s', async (output) => {
    const text = '{"lists":[{"id":9007199254740993,"name":"x"}]}';
    const { baseUrl } = await serve((response) => response.end(text));

    const called = await runAt(baseUrl, ['lists', 'list', '--output', output]);
    const listed = await runAt(baseUrl, ['list', 'lists']);

    expect([called.code, listed.code]).toEqual([0, 0]);
    for (const { output: printed } of [called, listed]) expect(printed).toContain('9007199254740993');
  });
});
