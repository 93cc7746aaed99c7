import Handlebars, { type HelperOptions } from 'handlebars';
import type { DataFields } from '../../api/models/data-fields.js';
import { findCatalog, itemsOf } from '../catalogs/catalog-rows.js';
import { metadataOf } from '../metadata/metadata.js';
import type { Service } from '../state/service.js';

/** What Handlebars tells a helper; one that stands in a line has no block. */
type Options = Omit<HelperOptions, 'fn'> & Partial<Pick<HelperOptions, 'fn'>>;

/** Finds what is kept under a name within another; throws when the outer one is not there. */
type Find = (within: string, name: string) => DataFields | undefined;

/**
 * The helper `{{#catalog "products" sku as |item|}}`, which hands a template one item of a catalog.
 *
 * What stands after `{{else}}` is for an item that is not there.
 */
export function catalogHelper(service: Service) {
  return lookupHelper('catalog', (name, itemId) => {
    const catalog = findCatalog(service, name);
    if (!catalog) throw new Error(`There is no catalog ${JSON.stringify(name)}`);
    const item = itemsOf(service, catalog).get(itemId);
    return item && { itemId, ...item.value };
  });
}

/** The helper `{{#metadata "prices" sku as |value|}}`, which hands a template a value of the metadata store. */
export function metadataHelper(service: Service) {
  return lookupHelper('metadata', (table, key) => {
    const rows = metadataOf(service, table);
    if (!rows.size) throw new Error(`There is no metadata table ${JSON.stringify(table)}`);
    return rows.get(key)?.value;
  });
}

function lookupHelper(helper: string, find: Find) {
  return function (this: DataFields, ...given: unknown[]): unknown {
    const options = given.pop() as Options;
    // A field of the same name is still a field: `{{catalog}}`, or a block over it.
    if (!given.length) return fieldNamed(this, helper, options);
    const [within, name] = given as (string | number | undefined)[];
    if (given.length !== 2 || !options.fn) {
      throw new Error(`\`${helper}\` is a block with two words: {{#${helper} "name" "key" as |value|}}`);
    }
    const found = find(String(within), String(name ?? ''));
    const data: unknown = options.data;
    return found ? options.fn(this, { data, blockParams: [found] }) : options.inverse(this);
  };
}

function fieldNamed(context: DataFields, name: string, options: Options): unknown {
  const value = Object.hasOwn(context, name) ? context[name] : undefined;
  if (!options.fn) return value;
  const block = Handlebars.helpers['blockHelperMissing'];
  return block?.call(context, value, { ...options, name }) as unknown;
}
