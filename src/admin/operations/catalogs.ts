import type { DataFields } from '../../api/models/data-fields.js';
import type { Operation } from '../calling/operation.js';
import type { Envelope } from '../../api/models/envelope.js';
import type { Open } from '../../api/models/open-word.js';
import type { PageLinks, PageQuery } from './page.js';
import { readCatalogItem, readCatalogItems } from '../calling/mended-answers.js';
import { byNumber } from '../calling/paged.js';
import { mustSay } from '../calling/said-answer.js';

/** Catalogs: collections of items, such as products, for templates to look up. */
export const catalogs = (operation: Operation) => ({
  /** Lists catalogs, page by page. */
  list: byNumber(
    operation<PageQuery | void, Catalogs>('GET /api/catalogs', {
      limit: { limit: 100, per: 'second', scope: 'apiKey' },
      unwrap: 'catalogNames',
    }),
    {
      rows: 'catalogNames',
      total: 'totalCatalogsCount',
      size: 100,
    },
  ),
  /** Creates an empty catalog. */
  create: operation<CatalogRef, Envelope<NewCatalog>>('POST /api/catalogs/{catalogName}', {
    reachesPeople: false,
  }),
  /** Deletes a catalog and all its items, for good. */
  delete: operation<CatalogRef, Envelope>('DELETE /api/catalogs/{catalogName}', { mend: mustSay }),
  /** The types of a catalog's fields. */
  getFieldMappings: operation<CatalogRef, CatalogFieldTypes>(
    'GET /api/catalogs/{catalogName}/fieldMappings',
    {
      unwrap: 'definedMappings',
    },
  ),
  /** Sets types of a catalog's fields; a type once set cannot be changed. */
  updateFieldMappings: operation<CatalogFieldTypesChange>('PUT /api/catalogs/{catalogName}/fieldMappings', {
    answer: 'nothing',
  }),

  items: {
    /** Lists a catalog's items, page by page. */
    list: byNumber(
      operation<CatalogItemQuery, CatalogItems>('GET /api/catalogs/{catalogName}/items', {
        limit: { limit: 100, per: 'second', scope: 'apiKey' },
        unwrap: 'catalogItemsWithProperties',
        mend: readCatalogItems,
      }),
      { rows: 'catalogItemsWithProperties', total: 'totalItemsCount', size: 100 },
    ),
    /** An item of a catalog. */
    get: operation<CatalogItemRef, CatalogItem>('GET /api/catalogs/{catalogName}/items/{itemId}', {
      unwrap: 'itemId',
      mend: readCatalogItem,
    }),
    /** Accepts up to 1000 items to create or overwrite later. */
    upload: operation<CatalogUpload, Envelope>('POST /api/catalogs/{catalogName}/items', {
      reachesPeople: false,
      retry: 'repeatable',
      limit: { limit: 100, per: 'second', scope: 'apiKey' },
    }),
    /** Accepts an item to create or replace later, whole. */
    replace: operation<CatalogItemReplacement, Envelope<CatalogItemLink>>(
      'PUT /api/catalogs/{catalogName}/items/{itemId}',
      { limit: { limit: 1000, per: 'second', scope: 'apiKey' } },
    ),
    /** Accepts an item to create, or fields of it to update later. */
    update: operation<CatalogItemUpdate, Envelope<CatalogItemLink>>(
      'PATCH /api/catalogs/{catalogName}/items/{itemId}',
    ),
    /** Accepts an item to delete later. */
    delete: operation<CatalogItemRef, Envelope>('DELETE /api/catalogs/{catalogName}/items/{itemId}'),
    /** Accepts items to delete later. */
    deleteMany: operation<CatalogItemRefs, Envelope>('DELETE /api/catalogs/{catalogName}/items'),
  },
});

/** Names a catalog. */
export interface CatalogRef {
  /** Letters, digits and dashes, at most 255; case does not matter. */
  catalogName: string;
}

/** Names an item of a catalog. */
export interface CatalogItemRef extends CatalogRef {
  /** Letters, digits and dashes, at most 255; case matters. */
  itemId: string;
}

/** Names several items of a catalog. */
export interface CatalogItemRefs extends CatalogRef {
  itemIds: string[];
}

/** One page of catalogs. */
export interface Catalogs extends PageLinks {
  catalogNames: CatalogName[];
  totalCatalogsCount: number;
}

/** The name of a catalog. */
export interface CatalogName {
  name: string;
}

/** What was made, and where it is. */
export interface NewCatalog {
  id: number;
  name: string;
  /** The path of the catalog in the service. */
  url: string;
}

/** What a field of a catalog may hold. */
export type CatalogFieldType = 'boolean' | 'date' | 'geo_location' | 'long' | 'double' | 'object' | 'string';

/** The types of a catalog's fields. */
export interface CatalogFieldTypes {
  /** The type of each field that has one; a field within a field is named with a dot. */
  definedMappings: Record<string, Open<CatalogFieldType>>;
  /** The fields that have no type yet. */
  undefinedFields: string[];
}

/** Which fields of a catalog to give a type. */
export interface CatalogFieldTypesChange extends CatalogRef {
  mappingsUpdates: CatalogField[];
}

/** A field of a catalog's items, and its type. */
export interface CatalogField {
  /** Without periods. */
  fieldName: string;
  fieldType: CatalogFieldType;
  /** The fields within it, when it is an object. */
  children?: CatalogField[];
}

/** Which items of a catalog to list; 10 a page unless told. */
export interface CatalogItemQuery extends CatalogRef, PageQuery {
  /** The field to sort by; it needs a type for `sortAscending` to count. */
  orderBy?: string;
  /** From the lowest to the highest. Default: `false`. */
  sortAscending?: boolean;
}

/** One page of a catalog's items. */
export interface CatalogItems extends PageLinks {
  catalogItemsWithProperties: CatalogItem[];
  totalItemsCount: number;
}

/** An item of a catalog. */
export interface CatalogItem {
  catalogName: string;
  itemId: string;
  /** In milliseconds since the epoch. */
  lastModified: number;
  /** In bytes. */
  size: number;
  value: DataFields;
}

/** Where an item is. */
export interface CatalogItemLink {
  catalogName: string;
  itemId: string;
  /** The path of the item in the service. */
  url: string;
}

/** Items to write into a catalog, by their ids. */
export interface CatalogUpload extends CatalogRef {
  /** The items by id; at most 1000, each at most 30 kB. */
  documents: Record<string, DataFields>;
  /** Keep an item's fields that are not sent, instead of replacing it whole. */
  replaceUploadedFieldsOnly: boolean;
}

/** An item, and all that it is to hold. */
export interface CatalogItemReplacement extends CatalogItemRef {
  /** The whole item, at most 30 kB; fields that are not sent are removed. */
  value: DataFields;
}

/** An item, and the fields of it to set. */
export interface CatalogItemUpdate extends CatalogItemRef {
  /** The fields to set, at most 30 kB; the others stay. */
  update: DataFields;
}
