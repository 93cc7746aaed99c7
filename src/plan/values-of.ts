import type { SchemaWords } from './schema.js';

/** The values that a schema names, without those that the `type` beside them excludes; nothing where it names none. */
export function valuesOf(schema: SchemaWords): readonly unknown[] | undefined {
  const { type, nullable } = schema;
  const { enum: values = 'const' in schema ? [schema.const] : undefined } = schema;
  if (type === undefined) return values;
  const types = [type].flat();
  return values?.filter((value) => (nullable && value === null) || types.some((name) => isOf(name, value)));
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}
