import { fileCheckpoint } from '../../admin/files.js';
import type { Checkpoint } from '../../admin/index.js';
import { refuse } from '../usage.js';

/** What an import is of; one that goes on must be of the same. */
export interface ImportIdentity {
  type: string;
  /** Of the file's contents. */
  digest: string;
  /** Whatever else decides what its items are. */
  choices: unknown;
}

/** What a checkpoint's file holds. */
interface Kept {
  work?: ImportIdentity;
  state?: unknown;
}

/** Opens the checkpoint of an import, beside the file it reads; from then on no other process may import that. */
export async function openImportCheckpoint(
  path: string,
  work: ImportIdentity,
  isResumed: boolean,
): Promise<Required<Checkpoint>> {
  const file = fileCheckpoint(path);
  const close = async () => file.close?.();
  const found = (await file.load()) as Kept | undefined;
  try {
    refuseOther(path, { found, work, isResumed });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    load: async () => found?.state,
    save: (state) => file.save(state === undefined ? undefined : { work, state }),
    close,
  };
}

/** Refuses to begin anew what was begun, and to go on with anything else. */
function refuseOther(
  path: string,
  { found, work, isResumed }: { found: Kept | undefined; work: ImportIdentity; isResumed: boolean },
): void {
  if (!found)
    return isResumed
      ? refuse(`There is nothing to go on with: ${path} is not there. Leave out --resume to begin`)
      : undefined;
  if (!isResumed) {
    refuse(
      `${path} says that this import was begun and not finished: go on with --resume, or delete it to begin anew`,
    );
  }
  if (JSON.stringify(found.work) === JSON.stringify(work)) return;
  const isChanged = found.work?.digest !== work.digest;
  refuse(
    isChanged
      ? `The file has changed since the import was begun: restore it, or delete ${path} to begin anew`
      : `The import was begun in another way: give the options it was begun with, or delete ${path} to begin anew`,
  );
}
