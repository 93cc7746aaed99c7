import { rowOf } from '../../admin/calling/csv-rows.js';
import { instead } from '../../lib/near-names.js';
import type { ImportTarget, ImportType } from './import-types.js';
import { valueOf, ValueError, type Mapping, type ValueType } from './mapping.js';
import { refuse } from '../usage.js';

/** A row that no item can be made of. It has no name, so that bulk work refuses it, and keeps its place. */
export class UnreadableRow {
  /** What is wrong with it, in a sentence. */
  readonly problem: string;
  readonly row: unknown;

  constructor(problem: string, row: unknown) {
    this.problem = problem;
    this.row = row;
  }
}

/** How a file is made items. */
export interface Reading {
  type: ImportType;
  target: ImportTarget;
  mappings: readonly Mapping[];
}

interface Column {
  name: string;
  field: string[];
  type: ValueType;
}

/** Makes the reader that turns the rows of a CSV file into items; refuses a header that cannot be right. */
export function createRowReader(header: readonly string[], reading: Reading) {
  const { type, target } = reading;
  const columns = columnsOf(header, reading);
  const given = type.given(target);

  return (values: readonly string[]): object => {
    const row = rowOf(header, values);
    if (values.length !== header.length) {
      return new UnreadableRow(`It has ${values.length} values for ${header.length} columns`, row);
    }
    try {
      return itemOf(columns, values, { ...given, [type.rest]: {} });
    } catch (error) {
      if (error instanceof ValueError) return new UnreadableRow(error.message, row);
      throw error;
    }
  };
}

function columnsOf(header: readonly string[], { type, mappings }: Reading): Column[] {
  const unknown = mappings.find(({ column }) => !header.includes(column))?.column;
  if (unknown !== undefined) refuse(`The file has no column ${unknown}. ${instead(unknown, header)}`.trim());
  const columns = header.map((name) => columnOf(name, type, mappings));
  const used = columns.map(({ field }) => field.join('.')).filter(Boolean);
  const twice = used.find((field, index) => used.indexOf(field) !== index);
  if (twice !== undefined) refuse(`Two columns are for \`${twice}\`; leave one out with --map COLUMN=`);
  refuseNested(used);
  if (!type.names.some((name) => used.includes(name))) {
    const names = type.names.map((name) => `\`${name}\``).join(' or ');
    refuse(`No column is for ${names}: say which with --map COLUMN=FIELD. There are ${header.join(', ')}.`);
  }
  if (type.shape.isNeeded && !used.some((field) => field.startsWith(`${type.rest}.`)))
    refuse(`No column is for a field of \`${type.rest}\`: say which with --map COLUMN=FIELD`);
  return columns;
}

/** One value cannot be both a text and what other values are in: the later column would wipe the earlier one out. */
function refuseNested(fields: readonly string[]): void {
  for (const outer of fields) {
    const inner = fields.find((field) => field.startsWith(`${outer}.`));
    if (inner === undefined) continue;
    refuse(
      `\`${inner}\` would be within \`${outer}\`, which has a column too; leave one out with --map COLUMN=`,
    );
  }
}

function columnOf(name: string, type: ImportType, mappings: readonly Mapping[]): Column {
  const mapping = mappings.find(({ column }) => column === name);
  const path = mapping?.field ?? partsOf(name);
  return { name, ...placeOf(path, type, mapping?.type) };
}

/** Where in an item a field stands, and what it holds unless it was said. */
function placeOf(path: readonly string[], { fields, rest }: ImportType, given?: ValueType) {
  const [first = '', ...others] = path;
  const isOwn = others.length === 0 && Object.hasOwn(fields, first);
  const isWhole = isOwn || !path.length || (first === rest && others.length > 0);
  return {
    field: isWhole ? [...path] : [rest, ...path],
    type: given ?? (isOwn ? (fields[first] ?? 'text') : 'text'),
  };
}

/** The parts of a column's name; it is one where a dot does not stand between two. */
function partsOf(name: string): string[] {
  const parts = name.split('.');
  if (!parts.includes('')) return parts;
  return name === '' ? [] : [name];
}

/** An item of one row; values that are empty are left out. */
function itemOf(columns: readonly Column[], values: readonly string[], item: object): object {
  for (const [index, { name, field, type }] of columns.entries()) {
    const text = values[index] ?? '';
    if (text !== '' && field.length) put(item as Fields, field, valueOf(name, type, text));
  }
  return item;
}

/** Makes the function that puts the fields of an item from JSON where `--map` wants them. */
export function createFieldMover({ type, mappings }: Pick<Reading, 'type' | 'mappings'>) {
  const moves = mappings.map((mapping) => ({ ...mapping, ...placeOf(mapping.field, type, mapping.type) }));

  return (item: object): object => {
    const left: Fields = { ...item };
    // All of them before any has its new place, which may be the place of another.
    for (const { column } of moves) Reflect.deleteProperty(left, column);
    try {
      for (const { column, field, type: what } of moves) {
        const value = Object.hasOwn(item, column) ? (item as Fields)[column] : undefined;
        if (value === undefined || !field.length) continue;
        put(left, field, typeof value === 'string' ? valueOf(column, what, value) : value);
      }
    } catch (error) {
      if (error instanceof ValueError) return new UnreadableRow(error.message, item);
      throw error;
    }
    return left;
  };
}

type Fields = Record<string, unknown>;

function put(item: Fields, [first = '', ...others]: readonly string[], value: unknown): void {
  const inside = Object.hasOwn(item, first) ? item[first] : undefined;
  const isObject = typeof inside === 'object' && inside !== null;
  const next = others.length ? (isObject ? inside : {}) : value;
  Object.defineProperty(item, first, { value: next, enumerable: true, configurable: true, writable: true });
  if (others.length) put(next as Fields, others, value);
}
