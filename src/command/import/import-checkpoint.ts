import { existsSync } from 'node:fs';
import { fileCheckpoint, type Checkpoint } from '../../admin/index.js';
import { refuse } from '../usage.js';

/** What an import is of; one that goes on must be of the same. */
export interface ImportIdentity {
  type: string;
  /** Of the file's contents. */
  digest: string;
  /** Whatever else decides what its items are. */
  choices: unknown;
}

/** The checkpoint of an import, beside the file it reads. */
export function importCheckpoint(path: string, work: ImportIdentity, isResumed: boolean): Checkpoint {
  const isThere = existsSync(path);
  if (isResumed && !isThere)
    refuse(`There is nothing to go on with: ${path} is not there. Leave out --resume to begin`);
  if (!isResumed && isThere) {
    refuse(
      `${path} says that this import was begun and not finished: go on with --resume, or delete it to begin anew`,
    );
  }
  const file = fileCheckpoint(path);
  return {
    async load() {
      const found = (await file.load()) as { work?: ImportIdentity; state?: unknown } | undefined;
      if (found === undefined) return undefined;
      if (JSON.stringify(found.work) === JSON.stringify(work)) return found.state;
      const isChanged = found.work?.digest !== work.digest;
      return refuse(
        isChanged
          ? `The file has changed since the import was begun: restore it, or delete ${path} to begin anew`
          : `The import was begun in another way: give the options it was begun with, or delete ${path} to begin anew`,
      );
    },
    save: (state) => file.save(state === undefined ? undefined : { work, state }),
  };
}
