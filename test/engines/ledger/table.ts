import { KINDS, noSums, type Reckoning, type Sums } from './reckoning.js';
import type { Trouble } from './schedule.js';

/** What schedules came to, one after another. */
export interface Book {
  add(troubles: readonly Trouble[], reckoning: Reckoning): void;
  /** What became of all of it, in words. */
  toWords(): string;
  /** A table with a line for each kind, and one for each trouble. */
  toString(): string;
}

const COLUMNS = [
  'recorded',
  'delivered',
  'lost',
  'duplicated',
  'uncertain',
  'arrived',
  'inMemory',
] as const satisfies readonly (keyof Sums)[];

/** Opens a book of an engine. */
export function openBook(engine: string): Book {
  const byKind = new Map<string, Sums & { schedules: number }>();
  const byTrouble = new Map<string, Sums & { schedules: number }>();

  function add(book: typeof byKind, name: string, all: Sums[]) {
    const sums = book.get(name) ?? { schedules: 0, ...noSums() };
    sums.schedules += 1;
    for (const one of all) for (const key of COLUMNS) sums[key] += one[key];
    book.set(name, sums);
  }

  return {
    add(troubles, { sums }) {
      for (const kind of KINDS) add(byKind, kind, [sums[kind]]);
      for (const trouble of troubles) add(byTrouble, trouble, Object.values(sums));
    },
    toWords() {
      const all = { schedules: 0, ...noSums() };
      for (const sums of byKind.values()) for (const key of COLUMNS) all[key] += sums[key];
      const { schedules = 0 } = byKind.get(KINDS[0]) ?? {};
      const { recorded, delivered, lost, duplicated } = all;
      return `${engine}: ${schedules} schedules, ${recorded} recorded, ${delivered} delivered, ${lost} lost, ${duplicated} twice`;
    },
    toString: () =>
      [
        line(engine, ['schedules', ...COLUMNS]),
        ...[...byKind, ...byTrouble].map(([name, sums]) =>
          line(name, [sums.schedules, ...COLUMNS.map((key) => sums[key])]),
        ),
      ].join('\n'),
  };
}

function line(name: string, values: (string | number)[]): string {
  return name.padEnd(24) + values.map((value) => String(value).padStart(11)).join('');
}
