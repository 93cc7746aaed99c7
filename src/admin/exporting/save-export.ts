import type { ExportRun } from './export-run.js';

/**
 * Writes an export to a file, on Node, Deno and Bun; gives how many bytes it has.
 *
 * The file is there once it is whole.
 */
export async function saveExport(run: Pick<ExportRun<unknown>, 'bytes'>, path: string): Promise<number> {
  // Asked for when it is needed, since other platforms do not have it.
  const { open, rename, rm } = await import('node:fs/promises');
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w');
  let size = 0;
  try {
    for await (const part of run.bytes()) {
      await file.writeFile(part);
      size += part.length;
    }
    await file.close();
    await rename(unfinished, path);
    return size;
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}
