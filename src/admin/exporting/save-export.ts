import type { ExportReport, ExportRun } from './export-run.js';
import { handOver } from './parts.js';

/**
 * Writes an export to a file, on Node, Deno and Bun; gives what there was.
 *
 * The file is there once it is whole. One that was cut off is there too: see `exportTruncated`.
 */
export async function saveExport(
  run: Pick<ExportRun<unknown>, 'bytes'>,
  path: string,
): Promise<ExportReport> {
  // Asked for when it is needed, since other platforms do not have it.
  const { open, rename, rm } = await import('node:fs/promises');
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w');
  try {
    const report = await handOver(run.bytes(), (piece) => file.writeFile(piece));
    // What is written may be lost with the machine's power until it is on the disk.
    await file.sync();
    await file.close();
    await rename(unfinished, path);
    return report;
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}
