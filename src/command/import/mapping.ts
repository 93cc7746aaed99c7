import { momentOf, serviceTime } from '../moments.js';
import { AlteredNumber, parseUnaltered } from '../unaltered-json.js';
import { refuse } from '../usage.js';

/** What a value of a CSV file is read as. */
export type ValueType = keyof typeof readers;

/** Where the values of a column go. */
export interface Mapping {
  column: string;
  /** The name of the field, each part within the one before; none when the column is left out. */
  field: string[];
  /** What the values are; text unless it is said, or the field is of another kind by itself. */
  type?: ValueType;
}

/** A value that is not what its column is to hold; its message says so. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

/** How each type of value is read from its text; `undefined` for what is none. */
const readers = {
  text: (text: string): unknown => text,
  number: (text: string) => {
    const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim());
    // A larger one would become another, such as a long id; as text it stays what it is.
    return isNumber && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER ? Number(text) : undefined;
  },
  boolean: (text: string) => truths[text.trim().toLowerCase()],
  date: (text: string) => inTime(momentOf(text), serviceTime),
  /** A moment as events have it. */
  seconds: (text: string) =>
    /^\d{1,10}$/.test(text.trim())
      ? Number(text)
      : inTime(momentOf(text), (moment) => Math.floor(moment / 1_000)),
  json: inJson,
} satisfies Record<string, (text: string, column: string) => unknown>;

const truths: Record<string, boolean | undefined> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

/** What is wrong with a value that is none of its type. */
const wanted: Record<ValueType, string> = {
  text: 'a text',
  number: `a number such as 12.5, up to ${Number.MAX_SAFE_INTEGER}`,
  boolean: 'true or false',
  date: 'a date such as 2026-01-31 or 2026-01-31T12:00:00Z',
  seconds: 'a date such as 2026-01-31T12:00:00Z, or seconds since 1970',
  json: 'JSON',
};

/** Reads `COLUMN=FIELD:TYPE`, as `--map` takes it. */
export function mappingOf(text: string): Mapping {
  const [, column, field = '', type] = /^(.+)=([^=:]*)(?::(\w+))?$/.exec(text) ?? [];
  if (column === undefined)
    return refuse(`\`--map\` must be COLUMN=FIELD or COLUMN=FIELD:TYPE; got ${text || 'nothing'}`);
  if (type !== undefined && !Object.hasOwn(readers, type)) {
    return refuse(`${type} is no type of \`--map\`. There are ${Object.keys(readers).join(', ')}.`);
  }
  const parts = field === '' ? [] : field.split('.');
  if (parts.includes('')) return refuse(`\`--map\` must name a field; got ${text}`);
  return { column, field: parts, ...(type !== undefined && { type: type as ValueType }) };
}

/** A value of a column, as its type; throws a {@link ValueError} when it is none. */
export function valueOf(column: string, type: ValueType, text: string): unknown {
  const value = readers[type](text, column);
  if (value === undefined) throw new ValueError(`\`${column}\` must be ${wanted[type]}`);
  return value;
}

function inTime<Written>(
  moment: number | undefined,
  write: (moment: number) => Written,
): Written | undefined {
  return moment === undefined ? undefined : write(moment);
}

function inJson(text: string, column: string): unknown {
  try {
    return parseUnaltered(text, column);
  } catch (error) {
    if (error instanceof AlteredNumber) throw new ValueError(error.message);
    return undefined; // Told as what is wrong with the row.
  }
}
