import { wrong, type Path } from './wrong.js';

/**
 * A value as a file of JSON would have it, with the text of a date; throws with the path of the first thing that no
 * file could have, such as a function, which would be gone once the project is saved.
 */
export function writtenValue(value: unknown, path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((item, index) => writtenValue(item, [...path, index]));
  // By its look: a test's runner may have classes of its own.
  const look = Object.prototype.toString.call(value);
  if (look === '[object Object]') {
    const fields = Object.entries(value as object);
    return Object.fromEntries(fields.map(([name, field]) => [name, writtenValue(field, [...path, name])]));
  }
  if (look === '[object Date]' && Number.isFinite(Number(value))) return (value as Date).toISOString();
  const isPlain = value === null || ['boolean', 'string', 'undefined'].includes(typeof value);
  if (isPlain || Number.isFinite(value)) return value;
  throw wrong(path, 'must be what a file of JSON can have: a text, a number, a date, a list or an object');
}
