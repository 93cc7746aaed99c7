import type { HelperOptions } from 'handlebars';
import type { DataFields } from '../../api/models/data-fields.js';
import type { TemplateRow } from '../state/project.js';
import { findCatalog, itemsOf } from '../catalogs/catalog-rows.js';
import type { Service } from '../state/service.js';

/** Where a template embeds a collection by name. */
const EMBEDDED = /\{\{~?#\s*catalogCollection\s+(?:"([^"]*)"|'([^']*)')/g;

/**
 * The helper `{{#catalogCollection "name" as |items|}}`, which hands a template the items of a catalog.
 *
 * No operation makes collections, so each catalog is one, under its own name and with all of its items.
 */
export function catalogCollectionHelper(service: Service) {
  return function (this: unknown, name: unknown, options?: HelperOptions): string {
    const items = options && typeof name === 'string' ? itemsIn(service, name) : undefined;
    if (!options || !items)
      throw new Error(`There is no catalog collection ${JSON.stringify(options && name)}`);
    return options.fn(this, { data: options.data as unknown, blockParams: [items] });
  };
}

/** The name of a collection that a template's HTML embeds and that has no items; none when all have some. */
export function emptyCollectionOf(service: Service, { content }: TemplateRow): string | undefined {
  const pages = Object.values(content).map(({ html }) => (typeof html === 'string' ? html : ''));
  const names = pages.flatMap((html) =>
    [...html.matchAll(EMBEDDED)].map(([, name, quoted]) => name ?? quoted ?? ''),
  );
  return names.find((name) => !itemsIn(service, name)?.length);
}

function itemsIn(service: Service, name: string): DataFields[] | undefined {
  const catalog = findCatalog(service, name);
  if (!catalog) return undefined;
  return [...itemsOf(service, catalog).values()].map(({ itemId, value }) => ({ itemId, ...value }));
}
