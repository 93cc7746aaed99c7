import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { choicesOf, type Choices } from '../../src/emulator/command/command-line.js';
import { optionsOf } from '../../src/emulator/command/start-options.js';
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
    (error: Error) => error.message.replace(`${folder}/`, ''),
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

  it('is read at once, however its schemas refer to each other', () => {
    const twice = (name: number) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
    const $defs = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [index, twice(index + 1)]));
    const plan = { properties: { seen: { $ref: '#/$defs/0' } }, $defs: { ...$defs, 60: { type: 'string' } } };

    expect(() => checkedPlan(plan)).toThrow('#/properties/seen must be of the type `object`');
  });
});
