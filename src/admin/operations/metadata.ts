import type { DataFields } from '../../api/models/data-fields.js';
import type { Operation } from '../calling/operation.js';
import type { Envelope } from '../../api/models/envelope.js';
import { byMarker } from '../calling/paged.js';
import { mustSay } from '../calling/said-answer.js';

/** Metadata: values of your own under a table and a key, for templates to look up. */
export const metadata = (operation: Operation) => ({
  /** Lists the names of the tables. */
  listTables: operation<void, { results: { name: string }[] }>('GET /api/metadata'),
  /** Accepts a table to delete later, with all that is in it. */
  deleteTable: operation<MetadataTableRef, Envelope>('DELETE /api/metadata/{table}', { mend: mustSay }),
  /** Lists the keys of a table, some at a time. */
  list: byMarker(operation<MetadataQuery, MetadataList>('GET /api/metadata/{table}'), {
    rows: 'results',
    next: ({ nextMarker }) => (nextMarker ? { nextMarker } : undefined),
  }),
  /** The value under a key. */
  get: operation<MetadataRef, MetadataValue>('GET /api/metadata/{table}/{key}'),
  /** Accepts a value to store later, in place of any before it. */
  put: operation<NewMetadata, Envelope>('PUT /api/metadata/{table}/{key}', { mend: mustSay }),
  /** Accepts a key to delete later. */
  delete: operation<MetadataRef, Envelope>('DELETE /api/metadata/{table}/{key}', { mend: mustSay }),
});

/** Names a table of the metadata store. */
export interface MetadataTableRef {
  /** Letters and digits; case does not matter. */
  table: string;
}

/** Names a value of the metadata store. */
export interface MetadataRef extends MetadataTableRef {
  /** Letters and digits; case matters. */
  key: string;
}

/** A value to keep under a key. */
export interface NewMetadata extends MetadataRef {
  /** At most 30 kB. */
  value: DataFields;
}

/** Which part of a table to list. */
export interface MetadataQuery extends MetadataTableRef {
  /** The `nextMarker` of the answer before. */
  nextMarker?: string;
}

/** Some of the keys of a table. */
export interface MetadataList {
  results: MetadataProperties[];
  /** Ask with it for the next keys; absent when there are none. */
  nextMarker?: string;
}

/** What is known of a value without reading it. */
export interface MetadataProperties extends MetadataRef {
  /** In milliseconds since the epoch. */
  lastModified: number;
  /** In bytes. */
  size: number;
}

/** A value, and what is known of it. */
export interface MetadataValue extends MetadataProperties {
  value: DataFields;
}
