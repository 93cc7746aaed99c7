import type { UserUpdateInBatch } from 'tidings/admin';

/** How many people an import brings. */
export const PEOPLE = 10_000;

const FIRST_NAMES =
  'Ada Bola Chiara Dario Élodie Finn Guðrún Hugo İpek Jonas Kaja 李娜 Maya Noor O’Hara Paweł'.split(' ');
const CITIES = ['London', 'Berlin', 'Lyon', 'Turin', 'Oslo', 'Portland', 'Kyoto'];

/** More than one call may hold, which is four million bytes. */
const TOO_LONG = 4_000_000;
/** More letters than an id may have, which are 255. */
const LONG_ID = 300;

/** The rows that are wrong on purpose, by their place from 1. */
const WRONG = new Map<number, () => unknown>([
  [42, () => ({ email: '<img src=x onerror=alert(1)>', dataFields: { firstName: 'Mallory' } })],
  [512, () => ({ dataFields: { firstName: 'Nobody' } })],
  [1_337, () => ({ email: 'two-names@example.com', userId: 'two-names' })],
  [2_024, () => ({ email: 'ben at example.com', dataFields: { firstName: 'Ben' } })],
  [4_096, () => ({ email: 'number@import.example', dataFields: { city: 4096 } })],
  [5_555, () => ({ email: 5555, dataFields: { firstName: 'Fay' } })],
  [7_777, () => ({ email: 'novel@import.example', dataFields: { note: 'x'.repeat(TOO_LONG) } })],
  [9_999, () => ({ userId: 'i'.repeat(LONG_ID), dataFields: { firstName: 'Ira' } })],
]);

/** How many of them are wrong. */
export const WRONG_ROWS = WRONG.size;

/** The people to import, each made when it is read; a few rows are wrong, as in every real file. */
export function* people(): Generator<UserUpdateInBatch, void> {
  for (let row = 1; row <= PEOPLE; row += 1) {
    // A file can hold anything, whatever its types say.
    yield (WRONG.get(row)?.() ?? person(row)) as UserUpdateInBatch;
  }
}

function person(row: number): UserUpdateInBatch {
  return {
    email: `person-${row}@import.example`,
    dataFields: {
      firstName: FIRST_NAMES[row % FIRST_NAMES.length],
      city: CITIES[row % CITIES.length],
      importedRow: row,
    },
  };
}
