import { isObject } from '../lib/is-object.js';
import type { Schema } from './schema.js';

/** Whether a schema is met again without a field or a list between, so that it would never end. */
export function isOfItself(schema: Schema, definedAs: (ref: string) => Schema | undefined): boolean {
  const met = new Set(partsOf(schema, definedAs));
  // Those that are found on the way are looked at, too.
  for (const part of met) for (const next of partsOf(part, definedAs)) met.add(next);
  return met.has(schema);
}

/** The schemas that one is put together of; what is no list of schemas is told elsewhere. */
function partsOf(schema: Schema, definedAs: (ref: string) => Schema | undefined): Schema[] {
  if (!isObject(schema)) return [];
  const { $ref, anyOf, oneOf, allOf } = schema;
  const parts = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? (list as Schema[]) : []));
  if (typeof $ref === 'string') parts.push(definedAs($ref) ?? true);
  return parts;
}
