import type { ParseArgsConfig } from 'node:util';
import { exactly } from '../../admin/calling/exact-json.js';
import { listOf } from '../../lib/near-names.js';
import { readJson } from '../json-input.js';
import type { Terminal } from '../terminal.js';
import { refuse } from '../usage.js';
import type { Field } from './operation-words.js';
import { dashed } from './operations.js';

type Options = NonNullable<ParseArgsConfig['options']>;
type Given = string | boolean | (string | boolean)[] | undefined;

/** The option that gives a field. */
export const optionOf = ({ name }: Pick<Field, 'name'>) => `--${dashed(name)}`;

/** The options that give some fields, as they are read from a command line. */
export function optionsOf(fields: readonly Field[]): Options {
  return Object.fromEntries(
    fields.map(({ name, is, isMany = false }) => [
      dashed(name),
      is === 'boolean' ? { type: 'boolean' as const } : { type: 'string' as const, multiple: isMany },
    ]),
  );
}

/** The fields that options give. */
export async function inputOf(
  fields: readonly Field[],
  values: Readonly<Record<string, Given>>,
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const given = values[dashed(field.name)];
    if (given === undefined) continue;
    const read = (one: string | boolean) => valueOf(field, one, terminal);
    input[field.name] = Array.isArray(given)
      ? // One that is a list itself gives all of its items.
        (await Promise.all(given.map(read))).flat()
      : await read(given);
  }
  return input;
}

/** Refuses an input without what the operation cannot do without. */
export function refuseMissing(fields: readonly Field[], input: object): void {
  const missing = fields.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(input, name));
  if (missing.length)
    refuse(
      `it needs ${listOf(
        missing.map((field) => `\`${shapeOf(field)}\``),
        'and',
      )}`,
    );
}

/** An option with what follows it, such as `--list-id NUMBER`. */
export function shapeOf(field: Field): string {
  const { is, choices } = field;
  const value = {
    text: ' TEXT',
    moment: ' DATE',
    integer: ' NUMBER',
    number: ' NUMBER',
    boolean: '',
    json: ' JSON',
  };
  return `${optionOf(field)}${choices ? ` ${choices.join('|')}` : value[is]}`;
}

async function valueOf(field: Field, given: string | boolean, terminal: Terminal): Promise<unknown> {
  if (typeof given === 'boolean') return given;
  const { is, choices } = field;
  const option = optionOf(field);
  if (is === 'json') return readJson(option, given, terminal);
  if (is === 'integer' || is === 'number') return numberOf(option, given, is === 'integer');
  if (choices && !choices.includes(given))
    return refuse(`\`${option}\` must be one of ${listOf(choices)}; got ${given || 'nothing'}`);
  return given;
}

function numberOf(option: string, given: string, isWhole: boolean): number {
  const text = given.trim();
  const number = text && exactly(text) === text ? Number(text) : NaN;
  if (isWhole ? Number.isSafeInteger(number) : Number.isFinite(number)) return number;
  return refuse(`\`${option}\` must be a ${isWhole ? 'whole number' : 'number'}; got ${given || 'nothing'}`);
}
