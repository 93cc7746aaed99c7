import { z } from 'zod';
import type { CatalogFieldType, CatalogItemRef, CatalogRef } from '../../admin/operations/catalogs.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { success } from '../operation/answers.js';
import { pageQuery } from '../operation/paging.js';
import { Refusal } from '../operation/refusal.js';
import { dataFields, numberInText } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { storedValue } from '../operation/stored-value.js';

/** A catalog as the service keeps it. */
export const catalogRow = z.object({
  id: z.number(),
  /** As it was created; it is found in any case. */
  name: z.string(),
});
/** A catalog as the service keeps it. */
export type CatalogRow = z.infer<typeof catalogRow>;

/** An item of a catalog as the service keeps it. */
export const catalogItemRow = z.object({
  itemId: z.string(),
  /** In milliseconds since the epoch. */
  lastModified: z.number(),
  value: dataFields,
});
/** An item of a catalog as the service keeps it. */
export type CatalogItemRow = z.infer<typeof catalogItemRow>;

/** Every catalog, by its name in lower case. */
export const catalogsOf = (service: Service) => service.tables.table<CatalogRow, string>('catalogs');
/** The items of a catalog, by their id. */
export const itemsOf = (service: Service, { id }: CatalogRow) =>
  service.tables.table<CatalogItemRow, string>(`catalogItems ${id}`);
/** The type of each field of a catalog that has one; a field within a field is named with a dot. */
export const fieldTypesOf = (service: Service, { id }: CatalogRow) =>
  service.tables.table<CatalogFieldType, string>(`catalogFieldTypes ${id}`);

/** The catalog of a name, if there is one. */
export function findCatalog(service: Service, name: string): CatalogRow | undefined {
  return catalogsOf(service).get(name.toLowerCase());
}

/** The catalog a call is about; refuses one that does not exist. */
export function requireCatalog(service: Service, { catalogName }: CatalogRef): CatalogRow {
  const catalog = findCatalog(service, catalogName);
  if (!catalog) throw new Refusal('NotFound', 'No catalog has this `catalogName`');
  return catalog;
}

/** What a read of catalogs answers: the plain model, as documented, or the same in the envelope, as observed (decision 48). */
export function readAnswer<Model extends object>({ dialect }: Service, model: Model) {
  return dialect === 'observed' ? success(model) : model;
}

/** The name of a catalog, or the id of an item (decision 22). */
const label = z.string().regex(/^[A-Za-z0-9-]{1,255}$/, 'must be letters, digits and dashes, 255 at most');

/** The id of an item. */
export const itemId = label;
/** Names a catalog, in a path. */
export const catalogRef = z.object({ catalogName: label }) satisfies z.ZodType<CatalogRef>;
/** Names an item of a catalog, in a path. */
export const catalogItemRef = catalogRef.extend({ itemId }) satisfies z.ZodType<CatalogItemRef>;

/** How many a page holds, unless asked for another number (Limits of the document). */
export const PAGE_SIZE = 10;
/** Which page to get; a size that is too large counts as none (decision 22). */
export const catalogPage = {
  page: pageQuery(Infinity).page,
  pageSize: numberInText
    .pipe(z.int().min(1))
    .transform((size) => (size > 1_000 ? PAGE_SIZE : size))
    .exactOptional(),
};

/** The fields of an item: at most 30 kB, and no period in a name at any depth. */
export const itemFields = storedValue.superRefine((value, context) => {
  const name = nameWithPeriod(value);
  if (name !== undefined) {
    context.addIssue({ code: 'custom', message: `has the field \`${name}\`; a name must not hold a period` });
  }
}) satisfies z.ZodType<DataFields>;

function nameWithPeriod(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = name.includes('.') ? name : nameWithPeriod(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
