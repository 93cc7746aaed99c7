import { isObject } from '../lib/is-object.js';
import type { Schema, SchemaWords } from './schema.js';
import { valuesOf } from './values-of.js';

/** Whether a schema is of nothing but objects, whose fields the data of an event are; `definedAs` gives what a `$ref` names. */
export function isOfFields(
  schema: Schema | undefined,
  definedAs: (ref: string) => Schema | undefined,
  known = new Map<Schema, boolean>(),
): boolean {
  if (!isObject(schema)) return false;
  // Schemas that refer to each other come to one again and again.
  const before = known.get(schema);
  if (before !== undefined) return before;
  const isOf = (one: Schema | undefined) => isOfFields(one, definedAs, known);
  const found = !schema.nullable && isMadeOfFields(schema, isOf, definedAs);
  known.set(schema, found);
  return found;
}

function isMadeOfFields(
  schema: SchemaWords,
  isOf: (one: Schema | undefined) => boolean,
  definedAs: (ref: string) => Schema | undefined,
): boolean {
  const { type, $ref, anyOf, oneOf, allOf } = schema;
  const values = valuesOf(schema);
  if (values) return values.length > 0 && values.every(isObject);
  if (type !== undefined) return [type].flat().every((name) => name === 'object');
  const isGuessed = ['properties', 'required', 'additionalProperties'].some((word) => word in schema);
  const isReferred = $ref !== undefined && isOf(definedAs($ref));
  return isGuessed || isReferred || [anyOf, oneOf].some((list) => list?.every(isOf)) || !!allOf?.some(isOf);
}
