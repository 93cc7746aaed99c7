import { createTable } from './table.js';
import type { Terminal } from './terminal.js';
import { jsonOf } from './visible.js';

/** How an answer is printed: whole, one row a line, or as a table. */
export const OUTPUTS = ['json', 'lines', 'table'] as const;
/** One of these. */
export type Output = (typeof OUTPUTS)[number];

/** Prints an answer; texts and streams as they are. */
export async function print(answer: unknown, output: Output, { give, columns }: Terminal): Promise<void> {
  if (answer === undefined) return;
  if (answer instanceof ReadableStream) for await (const piece of answer) await give(piece as Uint8Array);
  else if (typeof answer === 'string') await give(answer.endsWith('\n') ? answer : `${answer}\n`);
  else {
    const text = textOf(answer, output, columns).trimEnd();
    if (text) await give(`${text}\n`);
  }
}

function textOf(answer: unknown, output: Output, width: number): string {
  if (output === 'json') return jsonOf(answer, 2);
  const rows = rowsIn(answer);
  if (output === 'lines') return rows.map((row) => jsonOf(row)).join('\n');
  const objects = rows.map((row) => (isObject(row) ? row : { value: row }));
  const { heading, lineOf } = createTable(columnsOf(objects, width), objects);
  return [heading, ...objects.map(lineOf)].join('\n');
}

/** The rows that an answer is about: itself, or the list in it where there is but one. */
function rowsIn(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer;
  const lists = isObject(answer) ? Object.values(answer).filter(Array.isArray) : [];
  return lists.length === 1 && lists[0] ? (lists[0] as unknown[]) : [answer];
}

/** The names of what rows hold, as many as there is room for; what is short before what is not. */
function columnsOf(rows: readonly object[], width: number): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isDeep = (name: string) =>
    rows.some(
      (row) =>
        isObject((row as Record<string, unknown>)[name]) ||
        Array.isArray((row as Record<string, unknown>)[name]),
    );
  const sorted = [...names.filter((name) => !isDeep(name)), ...names.filter(isDeep)];
  return sorted.slice(0, Math.max(1, Math.floor(width / 12)));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
