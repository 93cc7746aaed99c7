import { z } from 'zod';
import type {
  CatalogField,
  CatalogFieldType,
  CatalogFieldTypes,
  CatalogFieldTypesChange,
  CatalogRef,
} from '../../admin/operations/catalogs.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { success } from '../operation/answers.js';
import {
  catalogRef,
  fieldTypesOf,
  itemsOf,
  readAnswer,
  requireCatalog,
  type CatalogRow,
} from './catalog-rows.js';
import { operation, type Operation } from '../operation/operation.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';

const fieldType = z.enum(['boolean', 'date', 'geo_location', 'long', 'double', 'object', 'string']);

const field: z.ZodType<CatalogField> = z.object({
  fieldName: z
    .string()
    .min(1)
    .regex(/^[^.]*$/, 'must not hold a period'),
  fieldType: fieldType satisfies z.ZodType<CatalogFieldType>,
  children: z.lazy(() => z.array(field)).exactOptional(),
});

const change = z.object({ mappingsUpdates: z.array(field) }) satisfies z.ZodType<
  Omit<CatalogFieldTypesChange, keyof CatalogRef>
>;

/** The types of the fields of catalogs. */
export const catalogMappings = (service: Service): Operation[] => [
  operation(
    'GET /api/catalogs/{catalogName}/fieldMappings',
    { keys: ['server'], path: catalogRef },
    ({ path }) => {
      const catalog = requireCatalog(service, path);
      return readAnswer<CatalogFieldTypes>(service, {
        definedMappings: Object.fromEntries(fieldTypesOf(service, catalog)),
        undefinedFields: namesWithoutType(service, catalog),
      });
    },
  ),
  operation(
    'PUT /api/catalogs/{catalogName}/fieldMappings',
    { keys: ['server'], path: catalogRef, body: change },
    ({ path, body }) => {
      const types = fieldTypesOf(service, requireCatalog(service, path));
      const next = new Map(types);
      for (const one of body.mappingsUpdates) define(next, one);
      for (const [name, type] of next) types.set(name, type);
      return success();
    },
  ),
];

type FieldTypes = Map<string, CatalogFieldType>;

/** Gives a field and those within it their types; refuses to change one. */
function define(types: FieldTypes, { fieldName, fieldType: type, children }: CatalogField, within = '') {
  const name = within + fieldName;
  const known = types.get(name);
  if (known && known !== type) {
    throw new Refusal('BadParams', `\`fieldType\`: \`${name}\` is of type ${known}, which cannot be changed`);
  }
  if (children?.length && type !== 'object') {
    throw new Refusal('BadParams', `\`children\`: \`${name}\` is of type ${type}; only an object has fields`);
  }
  types.set(name, type);
  for (const child of children ?? []) define(types, child, `${name}.`);
}

/**
 * The fields of items as their catalog keeps them.
 *
 * A number gives its field a type when it has none: double if it has decimals, long if not, and it stays that.
 */
export function castItems(service: Service, catalog: CatalogRow, items: DataFields[]): DataFields[] {
  const types = fieldTypesOf(service, catalog);
  // A refusal of the last item must leave no type of the first.
  const next = new Map(types);
  const cast = items.map((item) => castObject(next, item, ''));
  for (const [name, type] of next) types.set(name, type);
  return cast;
}

function castObject(types: FieldTypes, value: object, within: string): DataFields {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, castValue(types, inner, within + name)]),
  );
}

function castValue(types: FieldTypes, value: unknown, name: string): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => castValue(types, item, name));
  const type = types.get(name) ?? typeOfNumber(value);
  if (type) {
    types.set(name, type);
    checkType(type, value, name);
  }
  if (type === 'long') return Math.trunc(value as number);
  return typeof value === 'object' && type !== 'geo_location' ? castObject(types, value, `${name}.`) : value;
}

function typeOfNumber(value: unknown): CatalogFieldType | undefined {
  if (typeof value !== 'number') return undefined;
  return Number.isInteger(value) ? 'long' : 'double';
}

const isOf: Record<CatalogFieldType, (value: unknown) => boolean> = {
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'number' || !Number.isNaN(Date.parse(String(value))),
  geo_location: (value) =>
    typeof value === 'string'
      ? /^-?[\d.]+, *-?[\d.]+$/.test(value)
      : typeof value === 'object' && value !== null && 'lat' in value && 'lon' in value,
  long: (value) => typeof value === 'number',
  double: (value) => typeof value === 'number',
  object: (value) => typeof value === 'object',
  string: (value) => typeof value === 'string',
};

function checkType(type: CatalogFieldType, value: unknown, name: string) {
  if (isOf[type](value)) return;
  throw new Refusal('RequestFieldsTypesMismatched', `\`${name}\` is of type ${type} in this catalog`, {
    params: { field: name },
  });
}

/** The fields that some item has and that have no type; an object counts by the fields within it. */
function namesWithoutType(service: Service, catalog: CatalogRow): string[] {
  const types = fieldTypesOf(service, catalog);
  const names = new Set<string>();
  for (const { value } of itemsOf(service, catalog).values()) addNames(names, value, '');
  return [...names].filter((name) => !types.has(name)).sort();
}

function addNames(names: Set<string>, value: object, within: string) {
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    for (const one of Array.isArray(inner) ? (inner as unknown[]) : [inner]) {
      if (typeof one === 'object' && one !== null) addNames(names, one, `${within}${name}.`);
      else if (one !== null) names.add(within + name);
    }
  }
}
