import { inOneLine } from './visible.js';

/** How wide a column may get, in characters. */
const WIDEST = 40;
const GAP = '  ';

/** Rows as lines under a heading, as wide as the first of them need. */
export function createTable(columns: readonly string[], first: readonly object[]) {
  const cellsOf = (row: object) => columns.map((column) => textOf((row as Record<string, unknown>)[column]));
  const names = columns.map(textOf);
  const widths = names.map((name, index) => {
    const longest = Math.max(name.length, ...first.map((row) => cellsOf(row)[index]?.length ?? 0));
    return Math.min(WIDEST, longest);
  });
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cut(cell, widths[index] ?? WIDEST))
      .join(GAP)
      .trimEnd();

  return { heading: lineOf(names), lineOf: (row: object) => lineOf(cellsOf(row)) };
}

function cut(cell: string, width: number): string {
  return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell.padEnd(width);
}

/** A value as it is shown in one line. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return inOneLine(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\t', ' ');
}

/** Names with what is said of each, beside each other; a long name has a line of its own. */
export function inColumns(rows: readonly (readonly [name: string, said: string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => (name.length > WIDEST ? 0 : name.length)));
  return rows.flatMap(([name, said]) => {
    if (name.length <= width) return [`  ${name.padEnd(width)}${GAP}${said}`.trimEnd()];
    return [`  ${name}`, ...(said ? [`  ${' '.repeat(width)}${GAP}${said}`] : [])];
  });
}
