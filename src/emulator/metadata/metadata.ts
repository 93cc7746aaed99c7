import { z } from 'zod';
import type {
  MetadataList,
  MetadataProperties,
  MetadataQuery,
  MetadataRef,
  MetadataTableRef,
  MetadataValue,
  NewMetadata,
} from '../../admin/operations/metadata.js';
import { success } from '../operation/answers.js';
import { operation, type Operation } from '../operation/operation.js';
import { Refusal } from '../operation/refusal.js';
import { dataFields } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { sizeOf, storedValue } from '../operation/stored-value.js';

/** How many keys are listed at a time. */
const PAGE_SIZE = 100;

/** A value under a key, as the service keeps it. */
export const metadataRow = z.object({
  key: z.string(),
  /** In milliseconds since the epoch. */
  lastModified: z.number(),
  value: dataFields,
});
/** A value under a key, as the service keeps it. */
export type MetadataRow = z.infer<typeof metadataRow>;

/** The names of the tables as they were first written, by their names in lower case. */
const metadataTablesOf = (service: Service) =>
  service.tables.table<{ name: string }, string>('metadataTables');
/** The values of a table, whatever the case of its name, by their keys. */
export const metadataOf = (service: Service, table: string) =>
  service.tables.table<MetadataRow, string>(`metadata ${table.toLowerCase()}`);

const label = z.string().regex(/^[A-Za-z0-9]{1,255}$/, 'must be letters and digits, 255 at most');
const tableRef = z.object({ table: label }) satisfies z.ZodType<MetadataTableRef>;
const ref = tableRef.extend({ key: label }) satisfies z.ZodType<MetadataRef>;
const query = z.object({ nextMarker: z.string().exactOptional() }) satisfies z.ZodType<
  Omit<MetadataQuery, keyof MetadataTableRef>
>;
const body = z.object({ value: storedValue }) satisfies z.ZodType<Omit<NewMetadata, keyof MetadataRef>>;

/** Metadata: values under a table and a key, for templates to look up. */
export const metadata = (service: Service): Operation[] => [
  operation('GET /api/metadata', { keys: ['server', 'readOnly'] }, () => ({
    results: [...metadataTablesOf(service).values()].map(({ name }) => ({ name })),
  })),
  operation(
    'GET /api/metadata/{table}',
    { keys: ['server', 'readOnly'], path: tableRef, query },
    ({ path, query: { nextMarker } }) => listed(service, path.table, nextMarker),
  ),
  operation(
    'GET /api/metadata/{table}/{key}',
    { keys: ['server', 'readOnly'], path: ref },
    ({ path: { table, key } }): MetadataValue => {
      const row = metadataOf(service, table).get(key);
      if (!row) throw new Refusal('NotFound', 'This `table` has no such `key`');
      return { ...propertiesOf(service, table, row), value: row.value };
    },
  ),
  ...metadataWrites(service),
];

const metadataWrites = (service: Service): Operation[] => [
  operation('PUT /api/metadata/{table}/{key}', { keys: ['server'], path: ref, body }, (input) => {
    const { table, key } = input.path;
    service.later(() => {
      const tables = metadataTablesOf(service);
      if (!tables.has(table.toLowerCase())) tables.set(table.toLowerCase(), { name: table });
      metadataOf(service, table).set(key, {
        key,
        lastModified: service.clock.now(),
        value: input.body.value,
      });
    });
    return success();
  }),
  operation(
    'DELETE /api/metadata/{table}/{key}',
    { keys: ['server'], path: ref },
    ({ path: { table, key } }) => {
      service.later(() => metadataOf(service, table).delete(key));
      return success();
    },
  ),
  operation('DELETE /api/metadata/{table}', { keys: ['server'], path: tableRef }, ({ path: { table } }) => {
    service.later(() => {
      metadataTablesOf(service).delete(table.toLowerCase());
      metadataOf(service, table).clear();
    });
    return success();
  }),
];

/** The keys of a table after a marker, in their order. */
function listed(service: Service, table: string, nextMarker = ''): MetadataList {
  const rows = [...metadataOf(service, table).values()]
    .filter(({ key }) => key > nextMarker)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    results: page.map((row) => propertiesOf(service, table, row)),
    ...(last && rows.length > PAGE_SIZE && { nextMarker: last.key }),
  };
}

function propertiesOf(
  service: Service,
  table: string,
  { key, lastModified, value }: MetadataRow,
): MetadataProperties {
  const { name } = metadataTablesOf(service).get(table.toLowerCase()) ?? { name: table };
  return { table: name, key, lastModified, size: sizeOf(value) };
}
