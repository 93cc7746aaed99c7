import { isObject } from '../../lib/is-object.js';
import { nameIn } from '../../plan/name-in.js';
import type { Schema, SchemaWords } from '../../plan/schema.js';
import { valuesOf } from '../../plan/values-of.js';

/** How many types one may stand for: TypeScript gives up where all at once would make 100,000 of them (TS2590). */
const MOST = 10_000;

/** Tells which parts of a schema TypeScript can hold at once. */
export interface Ways {
  /** Whether each part is written: what the schema says itself, its `$ref`, `anyOf` and `oneOf`, and each of its `allOf`. */
  kept(schema: SchemaWords): boolean[];
  /** Whether a schema is written wider than it is, but for what its fields are. */
  isWidened(schema: Schema | undefined): boolean;
}

/** Counts the ways that the schemas of a plan may be met in, by those that others refer to. */
export function createWays(defs: ReadonlyMap<string, Schema>): Ways {
  const known = new Map<SchemaWords, { ways: number; kept: boolean[] }>();
  const sum = (schemas: readonly Schema[] | undefined) =>
    schemas && schemas.map(waysOf).reduce((all, ways) => all + ways, 0);

  function waysOf(schema: Schema | undefined): number {
    return isObject(schema) ? lookAt(schema).ways : 1;
  }
  function lookAt(schema: SchemaWords) {
    const found = known.get(schema) ?? count(schema);
    known.set(schema, found);
    return found;
  }
  function count(schema: SchemaWords) {
    const { $ref, anyOf, oneOf, allOf = [], nullable } = schema;
    const referred = $ref === undefined ? 1 : waysOf(defs.get(nameIn($ref) ?? ''));
    const parts = [ownWays(schema), referred, sum(anyOf) ?? 1, sum(oneOf) ?? 1, ...allOf.map(waysOf)];
    const kept = parts.map(() => true);
    let ways = 1;
    // What says most for its size goes first.
    const order = [...parts.keys()].sort((a, b) => (parts[a] ?? 1) - (parts[b] ?? 1));
    for (const index of order) {
      const more = ways * (parts[index] ?? 1);
      kept[index] = more <= MOST;
      if (kept[index]) ways = more;
    }
    return { ways: ways + (nullable ? 1 : 0), kept };
  }
  function isWidened(schema: Schema | undefined): boolean {
    if (!isObject(schema)) return false;
    const { anyOf = [], oneOf = [], allOf = [], items } = schema;
    return lookAt(schema).kept.includes(false) || [...anyOf, ...oneOf, ...allOf, items].some(isWidened);
  }

  return { kept: (schema) => lookAt(schema).kept, isWidened };
}

/** The types that the words of a schema name by themselves. */
function ownWays(schema: SchemaWords): number {
  const values = valuesOf(schema);
  if (values) return values.length;
  const types = [schema.type ?? []].flat();
  return types.reduce((ways, type) => ways + (type === 'boolean' ? 2 : 1), 0) || 1;
}
