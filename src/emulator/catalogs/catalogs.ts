import { z } from 'zod';
import type { Catalogs, NewCatalog } from '../../admin/operations/catalogs.js';
import type { PageQuery } from '../../admin/operations/page.js';
import { json, success } from '../operation/answers.js';
import { catalogItems } from './catalog-items.js';
import { catalogMappings } from './catalog-mappings.js';
import {
  catalogPage,
  PAGE_SIZE,
  catalogRef,
  catalogsOf,
  fieldTypesOf,
  findCatalog,
  itemsOf,
  readAnswer,
  requireCatalog,
} from './catalog-rows.js';
import { operation, type Operation } from '../operation/operation.js';
import { pageOf } from '../operation/paging.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';

const catalogQuery = z.object(catalogPage) satisfies z.ZodType<PageQuery>;

/** Catalogs: collections of items for templates to look up. */
export const catalogs = (service: Service): Operation[] => [
  operation('GET /api/catalogs', { keys: ['server'], query: catalogQuery }, ({ query }) => {
    const all = [...catalogsOf(service).values()];
    const { rows, links } = pageOf(all, query, { path: '/api/catalogs', pageSize: PAGE_SIZE });
    return readAnswer<Catalogs>(service, {
      catalogNames: rows.map(({ name }) => ({ name })),
      totalCatalogsCount: all.length,
      ...links,
    });
  }),
  operation(
    'POST /api/catalogs/{catalogName}',
    { keys: ['server'], path: catalogRef },
    ({ path: { catalogName: name } }) => {
      if (findCatalog(service, name))
        throw new Refusal('BadParams', '`catalogName`: there is a catalog of this name');
      const id = service.tables.nextId();
      catalogsOf(service).set(name.toLowerCase(), { id, name });
      return json(success<NewCatalog>({ id, name, url: `/api/catalogs/${name}` }), { status: 201 });
    },
  ),
  operation('DELETE /api/catalogs/{catalogName}', { keys: ['server'], path: catalogRef }, ({ path }) => {
    const catalog = requireCatalog(service, path);
    catalogsOf(service).delete(catalog.name.toLowerCase());
    itemsOf(service, catalog).clear();
    fieldTypesOf(service, catalog).clear();
    return success();
  }),
  ...catalogItems(service),
  ...catalogMappings(service),
];
