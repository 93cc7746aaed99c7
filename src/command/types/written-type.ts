import { isObject } from '../../lib/is-object.js';
import { nameIn } from '../../plan/name-in.js';
import type { Schema, SchemaWords } from '../../plan/schema.js';
import { valuesOf } from '../../plan/values-of.js';
import { visible } from '../visible.js';
import type { Ways } from './ways.js';

/** How long a line of alternatives may be before each gets one of its own. */
const WIDTH = 80;

/** What is said of a type that is wider than the plan. */
const WIDENED = 'Wider than the plan, which is put together of more than TypeScript can hold at once.';

/** An object of any fields beside what says which it has: as `{ [field: string]: unknown }` it would let all others be. */
const ANY_OBJECT = 'object';

/** The words by which a schema says itself what it is, apart from schemas that it is put together of. */
const OWN = ['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items'];

/** The types of a plan. */
export interface Types extends Ways {
  /** The name of the type for each schema that others refer to, by its name in the plan. */
  names: ReadonlyMap<string, string>;
  /** Whether a schema is of nothing but objects. */
  isOfFields(schema: Schema): boolean;
}

/**
 * A type of TypeScript that stands for a schema, whose `$ref` are told by the names of `types`.
 * One that `isBeside` others holds at once with them.
 */
export function typeText(schema: Schema | undefined, types: Types, isBeside = false): string {
  if (schema === false) return 'never';
  if (!isObject(schema)) return 'unknown';
  const { $ref, anyOf, oneOf, allOf = [], nullable } = schema;
  const said = [OWN.some((word) => word in schema) || undefined, $ref, anyOf, oneOf, ...allOf];
  const isOfSeveral = isBeside || said.filter((part) => part !== undefined).length > 1;
  const text = (part: Schema) => typeText(part, types, isOfSeveral);
  const kept = types.kept(schema);
  const texts = [
    ownText(schema, types, isOfSeveral),
    $ref === undefined ? undefined : (types.names.get(nameIn($ref) ?? '') ?? 'unknown'),
    anyOf && union(anyOf.map(text)),
    oneOf && union(oneOf.map(text)),
    ...allOf.map(text),
  ].map((part, index) => (kept[index] ? part : undefined));
  const own = { ...schema, $ref: undefined, anyOf: undefined, oneOf: undefined, allOf: undefined };
  // Beside one that is of nothing but objects, it goes without saying.
  const isSaid = [own, { $ref }, { anyOf }, { oneOf }, ...allOf].some(
    (part, index) => ![undefined, ANY_OBJECT].includes(texts[index]) && types.isOfFields(part),
  );
  const parts = texts.filter((part) => part !== undefined && !(isSaid && part === ANY_OBJECT)) as string[];
  const [only = 'unknown'] = parts;
  const whole = parts.length > 1 ? parts.map(grouped).join(' & ') : only;
  return nullable ? union([whole, 'null']) : whole;
}

/** The fields of an object, each with its comment, as they stand between braces. */
export function fieldsText(schema: SchemaWords, types: Types): string {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const names = [...new Set([...Object.keys(properties), ...required])];
  const lines = names.map((name) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const sign = required.includes(name) ? ':' : '?:';
    return `${comment(field, types)}${keyText(name)}${sign}${placed(typeText(field, types))};`;
  });
  // What TypeScript says of other fields holds for those that are named too.
  const other = names.length ? 'unknown' : typeText(others, types);
  if (others || !names.length) lines.push(`[field: string]:${placed(other)};`);
  return lines.join('\n');
}

/** Names as TypeScript has them: in quotes where they need some. */
export function keyText(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quoted(name);
}

/** What a description says, as a comment above what it is of. */
export function comment(schema: Schema | undefined, types: Types): string {
  if (!isObject(schema)) return '';
  const { description = '', deprecated } = schema;
  const lines = description.trim() ? visible(description.trim()).split(/\r?\n/) : [];
  if (types.isWidened(schema)) lines.push(WIDENED);
  if (deprecated) lines.push('@deprecated');
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'));
  if (safe.length < 2) return safe.length ? `/** ${safe[0]} */\n` : '';
  return `/**\n${safe.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** A type behind a colon or a sign of equality. */
export function placed(text: string): string {
  return text.startsWith('\n') ? indented(text) : ` ${text}`;
}

/** A text one step further in, but for its first line. */
export function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** Fields between braces. */
export function braced(fields: string): string {
  return fields ? `{${indented(`\n${fields}`)}\n}` : '{}';
}

/** What the words of a schema say by themselves, apart from schemas that it is put together of. */
function ownText(schema: SchemaWords, types: Types, isBeside: boolean): string | undefined {
  if ('const' in schema) return valueText(schema.const);
  const values = valuesOf(schema);
  if (values) {
    // What may be null besides is said to be once.
    const others = values.filter((value) => !(schema.nullable && value === null));
    return union((others.length ? others : values).map(valueText));
  }
  const { type, properties, required, additionalProperties, items } = schema;
  const isOfFields = [properties, required, additionalProperties].some((word) => word !== undefined);
  const guessed = isOfFields ? ['object'] : items === undefined ? [] : ['array'];
  const names = type === undefined ? guessed : [type].flat();
  return names.length ? union(names.map((name) => nameText(name, schema, types, isBeside))) : undefined;
}

function nameText(name: string, schema: SchemaWords, types: Types, isBeside: boolean): string {
  if (name === 'integer') return 'number';
  if (name === 'array') return `${grouped(typeText(schema.items, types))}[]`;
  if (name !== 'object') return name;
  const { additionalProperties } = schema;
  if (isBare(schema) && additionalProperties === false) return 'Record<string, never>';
  if (isBare(schema) && additionalProperties === undefined && isBeside) return ANY_OBJECT;
  return braced(fieldsText(schema, types));
}

/** Whether a schema names no field. */
function isBare({ properties, required }: SchemaWords): boolean {
  return ![...Object.keys(properties ?? {}), ...(required ?? [])].length;
}

/** One of several types. */
function union(parts: readonly string[]): string {
  const all = [...new Set(parts)];
  const line = all.map((part) => (part.includes(' & ') ? grouped(part) : part)).join(' | ');
  if (all.length < 2 || (line.length <= WIDTH && !line.includes('\n'))) return line;
  return all.map((part) => `\n| ${indented(part.startsWith('\n') ? grouped(part) : part)}`).join('');
}

/** A type that stands for one thing where others stand beside it. */
function grouped(text: string): string {
  if (text.startsWith('\n')) return `(${indented(text)}\n)`;
  return / [|&] /.test(text) ? `(${text})` : text;
}

/** A value as the type that holds nothing else. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => `${keyText(name)}: ${valueText(one)}`);
  return fields.length ? `{ ${fields.join('; ')} }` : 'Record<string, never>';
}

function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${visible(inside)}'`;
}
