import type { TrackedCustom } from '../events/event.js';
import type { Plan, Schema, SchemaWords } from './schema.js';

/** All that an event breaks of a plan, in words. */
export function breaksOf(
  { name, dataFields = {} }: Pick<TrackedCustom, 'name' | 'dataFields'>,
  plan: Plan,
): string[] {
  /** What was found, by what is said and where: schemas that refer to each other come there again and again. */
  const known = new Map<Schema, Map<string, string[]>>();

  /** What a value breaks of what is said of a field. */
  function breaks(path: string, value: unknown, schema: Schema | undefined): string[] {
    const field = path.replace(/\[\d+/g, '[') || 'its data';
    if (schema === false) return [`${field} is not in the plan`];
    if (!hasFields(schema) || (value === null && schema.nullable)) return [];
    const there = known.get(schema) ?? new Map<string, string[]>();
    known.set(schema, there);
    const found = there.get(path) ?? [...new Set(breaksAnew(path, field, value, schema))];
    there.set(path, found);
    return found;
  }

  function breaksAnew(path: string, field: string, value: unknown, schema: SchemaWords): string[] {
    const { anyOf, oneOf, allOf = [], $ref, type } = schema;
    const inside = (part: Schema | undefined) => breaks(path, value, part);
    const found = [...allOf, $ref ? { ...plan.definitions, ...plan.$defs }[nameIn($ref)] : true].flatMap(
      inside,
    );
    for (const ways of [anyOf, oneOf])
      if (ways?.every((way) => inside(way).length)) found.push(`${field} is like none of what it may be`);
    const types = [type].flat() as string[];
    if (type && !types.some((one) => isOf(one, value)))
      return [...found, `${field} must be ${types.join(' or ')}, and is ${typeOf(value)}`];
    const { enum: values = 'const' in schema && [schema.const] } = schema;
    const asText: (one: unknown) => string = JSON.stringify;
    if (values && !values.some((one) => asText(one) === asText(value)))
      found.push(`${field} must be one of ${asText(values)}`);
    if (Array.isArray(value))
      return [...found, ...value.flatMap((one, index) => breaks(`${path}[${index}]`, one, schema.items))];
    return hasFields(value) ? [...found, ...breaksOfFields(path && `${path}.`, value, schema)] : found;
  }

  function breaksOfFields(
    before: string,
    value: Record<string, unknown>,
    { required = [], properties = {}, additionalProperties }: Exclude<Schema, boolean>,
  ): string[] {
    return required.concat(Object.keys(value)).flatMap((field) => {
      // One without a name would be taken for what it stands in.
      const path = before + (field || '""');
      const given = ownOf(value, field);
      if (given !== undefined) return breaks(path, given, ownOf(properties, field, additionalProperties));
      return required.includes(field) ? `${path} is missing` : [];
    });
  }

  const { properties, additionalProperties = false } = plan;
  const schema = ownOf(properties, name, additionalProperties);
  return schema ? breaks('', dataFields, schema) : ['it is not in the plan'];
}

/** What an object has itself under a name, or else something other. */
function ownOf<Value>(all: Readonly<Record<string, Value>>, name: string, other?: Value): Value | undefined {
  return Object.hasOwn(all, name) ? all[name] : other;
}

/** The name of a schema that is referred to. */
function nameIn(ref: string): string {
  return decodeURIComponent(ref.split('/').pop() as string)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

/** Whether it is an object. What says so elsewhere is not taken along: what is loaded later would have to share it. */
function hasFields(value: unknown): value is Record<string, unknown> {
  return isOf('object', value);
}

function isOf(type: string, value: unknown): boolean {
  return type === typeOf(value) || (type === 'integer' && Number.isInteger(value));
}
