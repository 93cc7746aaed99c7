import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { choicesOf, type Choices } from '../../src/emulator/command/command-line.js';
import { optionsOf } from '../../src/emulator/command/start-options.js';
import { setup } from '../command/support/tidings.js';
import { checkedPlan } from '../../src/plan/checked-plan.js';

/** What the emulator's command says of a file. */
async function startWith(plan: string | Uint8Array): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'plan.json');
  writeFileSync(path, plan);
  const choices = choicesOf(['--plan', path]) as Choices;
  return optionsOf(choices).then(
    (options) => options.plan,
    (error: unknown) => (error as Error).message.replace(`${folder}/`, ''),
  );
}

describe('a plan', () => {
  it('is refused by the command of the emulator as by `tidings types`', async () => {
    const seen = { properties: { sku: { type: 'strin' } } };

    expect(await startWith(JSON.stringify({ properties: { seen } }))).toBe(
      'plan.json: #/properties/seen/properties/sku/type is strin, which is no type. Did you mean string?',
    );
    expect(await startWith('{"properties":{}}')).toEqual({ properties: {} });
  });

  it.each<[string, string | Uint8Array, unknown]>([
    [
      'an event twice',
      '{"properties":{"a":{"x-at":["{\\"a"]},"b/c":true,"b\\u002fc":{}}}',
      'plan.json: #/properties/b~1c stands there twice: leave one of them, or give one another name',
    ],
    [
      'a field twice within a list',
      '{"properties":{"a":{"anyOf":[true,{"required":["b"],"required":["c"]}]}}}',
      'plan.json: #/properties/a/anyOf/1/required stands there twice: leave one of them, or give one another name',
    ],
    [
      'a number that would be another',
      '{"properties":{"a":{"properties":{"b":{"enum":[1,90071992547409931]}}}}}',
      'plan.json: #/properties/a/properties/b/enum/1 is 90071992547409931, which would become another number: write it as text, in quotes',
    ],
    [
      'a number that is too large for JSON',
      '{"properties":{"a":{"properties":{"b":{"const":1e400}}}}}',
      'plan.json: #/properties/a/properties/b/const is 1e400, which would become another number: write it as text, in quotes',
    ],
    [
      'very many levels',
      `{"properties":{"a/b":${'{"properties":{"x":'.repeat(3000)}true${'}}'.repeat(3000)}}}`,
      'plan.json: #/properties/a~1b is nested in more than 100 levels',
    ],
    [
      'a byte of another encoding',
      Buffer.from('{"properties":\n{"gr\u00fcn":true}}', 'latin1'),
      'plan.json: line 2 is no text in UTF-8: save the file in that encoding',
    ],
    [
      'another encoding',
      Buffer.from('\ufeff{"properties":{}}', 'utf16le'),
      'plan.json: line 1 is no text in UTF-8: save the file in that encoding',
    ],
    ['a byte order mark', '\ufeff{"properties":{}}', { properties: {} }],
    ['no JSON', '{"properties":', expect.stringMatching(/^plan\.json: .*JSON/)],
  ])('with %s is read by the commands as one', async (_, file, said) => {
    const isRead = JSON.stringify(said).startsWith('{"properties"');
    const { tidings, write } = await setup();
    write('plan.json', file);

    const { code, errors } = await tidings(['types', 'plan.json']);
    const fed = await tidings(['types', '-'], { input: Buffer.from(file) });

    expect(await startWith(file)).toEqual(said);
    if (code) expect(errors.split('\n')[0]?.replace('tidings: ', '')).toEqual(said);
    expect([code, fed.code]).toEqual(isRead ? [0, 0] : [2, 2]);
  });

  it('that stands in itself, or holds what JSON cannot, is refused where it is given in code', () => {
    const seen: Record<string, unknown> = {};
    seen['properties'] = { a: seen, b: seen };
    const endless = { properties: { seen: { properties: { a: { enum: [{ b: Infinity }] } } } } };

    expect(() => checkedPlan({ properties: { seen } })).toThrow(
      '#/properties/seen is nested in more than 100 levels',
    );
    expect(() => checkedPlan(endless)).toThrow(
      '#/properties/seen/properties/a/enum holds Infinity, which JSON cannot',
    );
  });

  it('may say which events there must be', () => {
    const plan = { properties: { seen: {} }, additionalProperties: false };

    expect(checkedPlan({ ...plan, required: ['seen'] })).toMatchObject(plan);
    expect(() => checkedPlan({ ...plan, required: ['see'] })).toThrow(
      '#/required names see, which `properties` does not. Did you mean seen?',
    );
  });

  it('is read at once, however its schemas refer to each other', () => {
    const twice = (name: number) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
    const $defs = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [index, twice(index + 1)]));
    const plan = { properties: { seen: { $ref: '#/$defs/0' } }, $defs: { ...$defs, 60: { type: 'string' } } };

    expect(() => checkedPlan(plan)).toThrow('#/properties/seen must be of the type `object`');
  });
});
