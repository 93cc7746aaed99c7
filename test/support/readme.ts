import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Puts `text` between the two comments that name `part` in the README. Throws unless it stood there already. */
export function writeToReadme(part: string, text: string): void {
  writeToDocument('README.md', part, text);
}

/**
 * Puts `text` between the two comments that name `part` in a document of the project.
 *
 * Throws unless it stood there already: what a test has written wants to be committed. For one test file alone, since
 * files run side by side.
 */
export function writeToDocument(path: string, part: string, text: string): void {
  const file = join(ROOT, path);
  const before = readFileSync(file, 'utf8');
  const between = new RegExp(`(<!-- ${part} -->)[^]*(<!-- /${part} -->)`);
  if (!between.test(before)) throw new Error(`${path} has no part called ${part}`);
  const after = before.replace(between, (_, open: string, close: string) => `${open}\n\n${text}\n\n${close}`);
  if (after === before) return;
  writeFileSync(file, after);
  throw new Error(`${path} was stale; its part ${part} is written anew: commit it`);
}

/** A table in Markdown as the formatter would write it; the first column holds words, the others figures. */
export function table(head: string[], rows: string[][]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => (row[column] ?? '').length)));
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
