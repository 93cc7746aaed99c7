import type { ImportTarget, ImportType } from './import-types.js';
import { valueOf, ValueError, type Mapping, type ValueType } from './mapping.js';
import { instead, refuse } from '../usage.js';

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
    const row = Object.fromEntries(values.map((value, index) => [header[index] ?? String(index + 1), value]));
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
  if (!type.names.some((name) => used.includes(name))) {
    const names = type.names.map((name) => `\`${name}\``).join(' or ');
    refuse(`No column is for ${names}: say which with --map COLUMN=FIELD. There are ${header.join(', ')}.`);
  }
  return columns;
}

function columnOf(name: string, type: ImportType, mappings: readonly Mapping[]): Column {
  const mapping = mappings.find(({ column }) => column === name);
  const [first = '', ...others] = mapping?.field ?? [name];
  const isOwn = others.length === 0 && Object.hasOwn(type.fields, first);
  const field = isOwn || !first ? [first] : [type.rest, first, ...others];
  return {
    name,
    field: first ? field : [],
    type: mapping?.type ?? (isOwn ? (type.fields[first] ?? 'text') : 'text'),
  };
}

/** An item of one row; values that are empty are left out. */
function itemOf(columns: readonly Column[], values: readonly string[], item: object): object {
  for (const [index, { name, field, type }] of columns.entries()) {
    const text = values[index] ?? '';
    if (text !== '' && field.length) put(item as Fields, field, valueOf(name, type, text));
  }
  return item;
}

type Fields = Record<string, unknown>;

function put(item: Fields, [first = '', ...others]: readonly string[], value: unknown): void {
  const inside = Object.hasOwn(item, first) ? item[first] : undefined;
  const isObject = typeof inside === 'object' && inside !== null;
  const next = others.length ? (isObject ? inside : {}) : value;
  Object.defineProperty(item, first, { value: next, enumerable: true, configurable: true, writable: true });
  if (others.length) put(next as Fields, others, value);
}
