import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { BulkFailure } from '../../admin/index.js';
import { jsonOf } from '../visible.js';
import { UnreadableRow } from './row-reader.js';

/** The items that were not taken, one JSON object a line, beside the file they came from. */
export interface FailuresFile {
  readonly path: string;
  /** How many it holds. */
  readonly count: number;
  /** Adds an item, unless it is there. It is on the disk before its chunk counts as done. */
  add(line: number, failure: BulkFailure<object>): void;
  close(): void;
}

/** Opens a failures file: the one there is where an import goes on, else a new one, made for the first failure. */
export async function openFailures(
  path: string,
  { isResumed }: { isResumed: boolean },
): Promise<FailuresFile> {
  const known = isResumed ? await linesIn(path) : new Set<number>();
  if (!isResumed) rmSync(path, { force: true });
  let file: number | undefined;

  return {
    path,
    get count() {
      return known.size;
    },
    add(line, { item, reason, code, message, retryable }) {
      if (known.has(line)) return;
      known.add(line);
      const isUnreadable = item instanceof UnreadableRow;
      const what = isUnreadable ? { message: item.problem, row: item.row } : { code, message, item };
      file ??= openSync(path, 'a');
      writeSync(file, `${jsonOf({ line, reason, retryable, ...what })}\n`);
    },
    close: () => file !== undefined && closeSync(file),
  };
}

async function linesIn(path: string): Promise<Set<number>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return '';
    throw error;
  });
  return new Set([...text.matchAll(/^\{"line":(\d+),/gm)].map(([, line]) => Number(line)));
}
