import { z } from 'zod';
import type { PageLinks, SortBy } from '../../admin/operations/page.js';
import { Refusal } from './refusal.js';
import { numberInText } from './schemas.js';

/** The part of a query that says which page of a list to get. */
export const pageQuery = (maxPageSize: number) => ({
  page: numberInText.pipe(z.int().min(1)).exactOptional(),
  pageSize: numberInText.pipe(z.int().min(1).max(maxPageSize)).exactOptional(),
});

/** A field to sort by, with `-` before it for the other direction. A `+` in an address is read as a space. */
export const sortBy = <Field extends string>(...fields: Field[]) =>
  z.string().transform((text, context): SortBy<Field> => {
    const field = text.replace(/^[-+ ]/, '');
    if (fields.includes(field as Field)) return text.replace(/^ /, '+') as SortBy<Field>;
    context.addIssue({ code: 'custom', message: `is not one of ${fields.join(', ')}, or \`-\` and one` });
    return z.NEVER;
  });

/** Which part of a list is asked for. */
export interface ListQuery {
  page?: number;
  pageSize?: number;
  sort?: string;
}

/** Which page of how many this is. */
export interface ListPlace {
  /** The path of the list, for the links to the pages beside this one. */
  path: string;
  /** Default: 20. */
  pageSize?: number;
}

/** A page of rows in their order, and the way to the pages beside it; a page that is out of range is empty. */
export function pageOf<Row extends object>(
  rows: Row[],
  query: ListQuery,
  { path, pageSize: size = 20 }: ListPlace,
): { rows: Row[]; links: PageLinks } {
  const { page = 1, pageSize = size, ...rest } = query;
  const to = (number: number) => `${path}?${searchOf({ page: number, pageSize, ...rest })}`;
  return {
    rows: sorted(rows, query.sort).slice((page - 1) * pageSize, page * pageSize),
    links: {
      ...(page * pageSize < rows.length && { nextPageUrl: to(page + 1) }),
      ...(page > 1 && { previousPageUrl: to(page - 1) }),
    },
  };
}

/** Rows in the order of a field; rows without it come first. */
export function sorted<Row extends object>(rows: readonly Row[], sort = 'id'): Row[] {
  const field = sort.replace(/^[-+]/, '') as keyof Row;
  const direction = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => direction * compared(a[field], b[field]));
}

/** A row by its number; refuses one that is not there, naming the field that asked for it. */
export function requireRow<Row>(rows: Map<number, Row>, id: number, field: string, what: string): Row {
  const row = rows.get(id);
  if (row) return row;
  throw new Refusal('BadParams', `\`${field}\`: the project has no ${what} ${id}`);
}

function compared(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return (typeof a === 'number' ? a : -Infinity) - (typeof b === 'number' ? b : -Infinity) || 0;
}

function searchOf(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => [name, String(item)]),
  );
  return String(new URLSearchParams(pairs));
}
