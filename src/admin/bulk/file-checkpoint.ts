import type { Checkpoint } from './checkpoint.js';

/** A checkpoint in a file, on Node, Deno and Bun. The file is gone once the work is done. */
export function fileCheckpoint(path: string): Checkpoint {
  // Asked for when it is needed, since other platforms do not have it.
  const files = () => import('node:fs/promises');

  return {
    async load() {
      const { readFile } = await files();
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if ((error as { code?: string }).code === 'ENOENT') return undefined;
        throw error;
      });
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    async save(state) {
      const { rename, rm, writeFile } = await files();
      if (state === undefined) return rm(path, { force: true });
      // Beside it and then in its place, so that a crash leaves the old one or the new one, whole.
      await writeFile(`${path}.new`, JSON.stringify(state));
      await rename(`${path}.new`, path);
    },
  };
}
