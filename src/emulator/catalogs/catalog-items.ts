import { z } from 'zod';
import type {
  CatalogItem,
  CatalogItemLink,
  CatalogItemQuery,
  CatalogItemRefs,
  CatalogItemReplacement,
  CatalogItems,
  CatalogItemUpdate,
  CatalogRef,
  CatalogUpload,
} from '../../admin/operations/catalogs.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { received } from '../operation/answers.js';
import { castItems } from './catalog-mappings.js';
import {
  PAGE_SIZE,
  catalogItemRef,
  catalogPage,
  catalogRef,
  fieldTypesOf,
  itemFields,
  itemId,
  itemsOf,
  readAnswer,
  requireCatalog,
  type CatalogItemRow,
  type CatalogRow,
} from './catalog-rows.js';
import { operation, type Operation } from '../operation/operation.js';
import { pageOf } from '../operation/paging.js';
import { Refusal } from '../operation/refusal.js';
import { booleanInText } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { MAX_SIZE, sizeOf } from '../operation/stored-value.js';

/** How many items one request may upload (Limits of the document). */
const MAX_ITEMS = 1_000;

const itemQuery = z.object({
  ...catalogPage,
  orderBy: z.string().min(1).exactOptional(),
  sortAscending: booleanInText.exactOptional(),
}) satisfies z.ZodType<Omit<CatalogItemQuery, keyof CatalogRef>>;

const upload = z.object({
  documents: z.record(z.string(), itemFields),
  replaceUploadedFieldsOnly: z.boolean(),
}) satisfies z.ZodType<Omit<CatalogUpload, keyof CatalogRef>>;

const refs = z.object({ itemIds: z.array(itemId) }) satisfies z.ZodType<
  Omit<CatalogItemRefs, keyof CatalogRef>
>;
const replacement = z.object({ value: itemFields }) satisfies z.ZodType<
  Pick<CatalogItemReplacement, 'value'>
>;
const update = z.object({ update: itemFields }) satisfies z.ZodType<Pick<CatalogItemUpdate, 'update'>>;

/** The items of catalogs. */
export const catalogItems = (service: Service): Operation[] => [
  ...itemReads(service),
  ...itemWrites(service),
  ...itemDeletions(service),
];

const itemReads = (service: Service): Operation[] => [
  operation(
    'GET /api/catalogs/{catalogName}/items',
    { keys: ['server'], path: catalogRef, query: itemQuery },
    ({ path: ref, query }) => {
      const catalog = requireCatalog(service, ref);
      const rows = sorted(service, catalog, query);
      const path = `/api/catalogs/${catalog.name}/items`;
      const page = pageOf(rows, query, { path, pageSize: PAGE_SIZE });
      return readAnswer<CatalogItems>(service, {
        catalogItemsWithProperties: page.rows.map((row) => itemOf(catalog, row)),
        totalItemsCount: rows.length,
        ...page.links,
      });
    },
  ),
  operation(
    'GET /api/catalogs/{catalogName}/items/{itemId}',
    { keys: ['server'], path: catalogItemRef },
    ({ path }) => {
      const catalog = requireCatalog(service, path);
      const row = itemsOf(service, catalog).get(path.itemId);
      if (!row) throw new Refusal('NotFound', 'No item of this catalog has this `itemId`');
      return readAnswer(service, itemOf(catalog, row));
    },
  ),
];

const itemWrites = (service: Service): Operation[] => [
  operation(
    'POST /api/catalogs/{catalogName}/items',
    { keys: ['server'], path: catalogRef, body: upload },
    ({ path, body }) => {
      const catalog = requireCatalog(service, path);
      const ids = Object.keys(body.documents);
      checkUpload(ids);
      for (const [id, fields] of Object.entries(body.documents)) {
        if (body.replaceUploadedFieldsOnly) checkGrowth(service, catalog, { id, fields }, `documents.${id}`);
      }
      const values = castItems(service, catalog, Object.values(body.documents));
      service.later(() =>
        ids.forEach((id, index) =>
          keepItem(service, catalog, id, values[index] ?? {}, { merge: body.replaceUploadedFieldsOnly }),
        ),
      );
      return received();
    },
  ),
  operation(
    'PUT /api/catalogs/{catalogName}/items/{itemId}',
    { keys: ['server'], path: catalogItemRef, body: replacement },
    ({ path, body }) => received(accept(service, path, body.value, { merge: false })),
  ),
  operation(
    'PATCH /api/catalogs/{catalogName}/items/{itemId}',
    { keys: ['server'], path: catalogItemRef, body: update },
    ({ path, body: { update: fields } }) => {
      checkGrowth(service, requireCatalog(service, path), { id: path.itemId, fields }, 'update');
      return received(accept(service, path, fields, { merge: true }));
    },
  ),
];

const itemDeletions = (service: Service): Operation[] => [
  operation(
    'DELETE /api/catalogs/{catalogName}/items/{itemId}',
    { keys: ['server'], path: catalogItemRef },
    ({ path }) => {
      const items = itemsOf(service, requireCatalog(service, path));
      service.later(() => items.delete(path.itemId));
      return received();
    },
  ),
  operation(
    'DELETE /api/catalogs/{catalogName}/items',
    { keys: ['server'], path: catalogRef, body: refs },
    ({ path, body }) => {
      const items = itemsOf(service, requireCatalog(service, path));
      service.later(() => body.itemIds.forEach((id) => items.delete(id)));
      return received();
    },
  ),
];

function itemOf({ name }: CatalogRow, { itemId, lastModified, value }: CatalogItemRow): CatalogItem {
  return { catalogName: name, itemId, lastModified, size: sizeOf(value), value };
}

function checkUpload(ids: string[]) {
  if (ids.length > MAX_ITEMS) {
    throw new Refusal(
      'BatchTooLarge',
      `\`documents\` has ${ids.length} items, and ${MAX_ITEMS} are the most`,
    );
  }
  const { error } = z.array(itemId).safeParse(ids);
  if (!error) return;
  const [{ path, message }] = error.issues as [z.core.$ZodIssue];
  throw new Refusal('BadParams', `\`documents\`: the id ${JSON.stringify(ids[Number(path[0])])} ${message}`);
}

/** Fields to write into an item, beside those it has. */
interface Growth {
  id: string;
  fields: DataFields;
}

/** Refuses fields with which an item would be too large; `field` names them in the refusal. */
function checkGrowth(service: Service, catalog: CatalogRow, { id, fields }: Growth, field: string): void {
  const size = sizeOf({ ...itemsOf(service, catalog).get(id)?.value, ...fields });
  if (size <= MAX_SIZE) return;
  throw new Refusal('BadParams', `\`${field}\`: makes the item ${size} bytes, and 30 kB are the most`);
}

/** Takes an item to keep later; gives where it will be. */
function accept(
  service: Service,
  { catalogName, itemId }: { catalogName: string; itemId: string },
  fields: DataFields,
  options: { merge: boolean },
): CatalogItemLink {
  const catalog = requireCatalog(service, { catalogName });
  const [value = {}] = castItems(service, catalog, [fields]);
  service.later(() => keepItem(service, catalog, itemId, value, options));
  return { catalogName: catalog.name, itemId, url: `/api/catalogs/${catalog.name}/items/${itemId}` };
}

function keepItem(
  service: Service,
  catalog: CatalogRow,
  itemId: string,
  fields: DataFields,
  { merge }: { merge: boolean },
) {
  const items = itemsOf(service, catalog);
  const value = { ...(merge && items.get(itemId)?.value), ...fields };
  // What was written since the call left no room for it, and there is nobody to tell.
  if (sizeOf(value) > MAX_SIZE) return;
  items.set(itemId, { itemId, lastModified: service.clock.now(), value });
}

/** The items in the order asked for; those without the field come last. */
function sorted(
  service: Service,
  catalog: CatalogRow,
  { orderBy, sortAscending }: { orderBy?: string; sortAscending?: boolean },
): CatalogItemRow[] {
  const rows = [...itemsOf(service, catalog).values()];
  if (orderBy === undefined) return rows;
  if (sortAscending !== undefined && !fieldTypesOf(service, catalog).has(orderBy)) {
    throw new Refusal(
      'BadParams',
      `\`orderBy\`: \`${orderBy}\` has no type, so \`sortAscending\` cannot count`,
    );
  }
  const sign = sortAscending ? 1 : -1;
  const valueOf = ({ value }: CatalogItemRow) =>
    orderBy.split('.').reduce<unknown>((inner, name) => (inner as DataFields | undefined)?.[name], value);
  return rows.sort((a, b) => compare(valueOf(a), valueOf(b), sign));
}

function compare(a: unknown, b: unknown, sign: number): number {
  if (a === undefined || a === null) return b === undefined || b === null ? 0 : 1;
  if (b === undefined || b === null) return -1;
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  const [first, second] = [a, b].map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return sign * (first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1);
}
