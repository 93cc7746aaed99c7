import type { ExportReport, ExportRun } from './export-run.js';
import { handOver } from './parts.js';
import { writeWhole } from './whole-file.js';

/**
 * Writes an export to a file, on Node, Deno and Bun; gives what there was.
 *
 * The file is there once it is whole. One that was cut off is there too: see `exportTruncated`.
 */
export function saveExport(run: Pick<ExportRun<unknown>, 'bytes'>, path: string): Promise<ExportReport> {
  return writeWhole(path, (put) => handOver(run.bytes(), put));
}
