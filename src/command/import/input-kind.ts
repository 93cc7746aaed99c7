import { existsSync, statSync } from 'node:fs';
import { oneOf, refuse } from '../usage.js';

/** What an import reads. */
export interface InputKind {
  /** What to call it in a message. */
  name: string;
  /** Whether it can be read but once, from its beginning to its end. */
  isStream: boolean;
  /** The path of the file for what is not taken. */
  failures: string;
}

/** Whether a path stands for what is fed into the command. */
export function isStandardInput(path: string): boolean {
  return ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(path);
}

/** Looks at what a path stands for; refuses one that stands for nothing. */
export function inputKind(path: string): InputKind {
  if (isStandardInput(path)) return { name: 'what is fed in', isStream: true, failures: freeName() };
  if (!existsSync(path)) refuse(`There is no file ${path}`);
  const isFile = statSync(path).isFile();
  const isStream = !isFile || /\.gz$/i.test(path);
  // Beside a pipe there may be no place for files.
  return { name: path, isStream, failures: isFile ? `${path}.failures.ndjson` : freeName() };
}

/** How the rows of an input are written, by its ending unless it was said. */
export function formatOf(path: string, given: string | undefined): 'csv' | 'ndjson' {
  if (given !== undefined) return oneOf('format', given, ['csv', 'ndjson'] as const);
  if (/\.csv(\.gz)?$/i.test(path)) return 'csv';
  if (/\.(ndjson|jsonl)(\.gz)?$/i.test(path)) return 'ndjson';
  if (isStandardInput(path)) return refuse('What is fed in has no ending: say what it is with --format');
  return refuse(`${path} ends neither in .csv nor in .ndjson: say what it is with --format`);
}

/** A name for failures that no earlier input has, since each may be of another. */
function freeName(): string {
  const nameOf = (count: number) => `stdin${count > 1 ? `-${count}` : ''}.failures.ndjson`;
  let count = 1;
  while (existsSync(nameOf(count))) count += 1;
  return nameOf(count);
}
