import { isObject } from '../../lib/is-object.js';
import type { Schema } from '../../plan/schema.js';

/** Whether a schema is of nothing but objects, whose fields the data of an event are; `definedAs` gives what a `$ref` names. */
export function isOfFields(
  schema: Schema | undefined,
  definedAs: (ref: string) => Schema | undefined,
): boolean {
  if (!isObject(schema) || schema.nullable) return false;
  const { type, enum: values, $ref, anyOf, oneOf, allOf } = schema;
  if ('const' in schema) return isObject(schema.const);
  if (values) return values.every(isObject);
  if (type !== undefined) return [type].flat().every((name) => name === 'object');
  const isOf = (one: Schema | undefined) => isOfFields(one, definedAs);
  const isGuessed = ['properties', 'required', 'additionalProperties'].some((word) => word in schema);
  const isReferred = $ref !== undefined && isOf(definedAs($ref));
  return isGuessed || isReferred || [anyOf, oneOf].some((list) => list?.every(isOf)) || !!allOf?.some(isOf);
}
