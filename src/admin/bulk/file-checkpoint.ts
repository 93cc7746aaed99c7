import { OptionError } from '../../errors.js';
import { wait } from '../../lib/wait.js';
import type { Checkpoint } from './checkpoint.js';
import { lockFile } from './file-lock.js';

/** How often a file is tried to be put in its place. */
const TRIES = 10;

/**
 * A checkpoint in a file, on Node, Deno and Bun. The file is gone once the work is done, and outlives a power cut until
 * then; while the work lasts, `PATH.lock` beside it keeps every other process from it.
 */
export function fileCheckpoint(path: string): Checkpoint {
  let unlock: (() => Promise<void>) | undefined;

  async function close(): Promise<void> {
    const held = unlock;
    unlock = undefined;
    await held?.();
  }

  return {
    async load() {
      unlock = await lockFile(path);
      try {
        return await read(path);
      } catch (error) {
        await close();
        throw error;
      }
    },
    async save(state) {
      // Asked for when it is needed, since other platforms do not have it.
      const { rename, rm } = await import('node:fs/promises');
      if (state === undefined) return whenFree(() => rm(path, { force: true }));
      // Beside it and then in its place, so that a crash leaves the old one or the new one, whole.
      await write(`${path}.new`, JSON.stringify(state));
      await whenFree(() => rename(`${path}.new`, path));
      await flushFolderOf(path);
    },
    close,
  };
}

async function read(path: string): Promise<unknown> {
  const { readFile } = await import('node:fs/promises');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new OptionError(
      `The checkpoint must hold what it was given to keep; start anew with another one than \`${path}\``,
    );
  }
}

/** Writes a file that is on the disk once this resolves, not only on its way there. */
async function write(path: string, text: string): Promise<void> {
  const { open } = await import('node:fs/promises');
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Sees that a file's new name is on the disk too. */
async function flushFolderOf(path: string): Promise<void> {
  const { open } = await import('node:fs/promises');
  const { dirname } = await import('node:path');
  try {
    const folder = await open(dirname(path));
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch {
    // Windows opens no folders; it keeps names by itself.
  }
}

/** Does something with a file again, for five seconds at most, while a scanner or a backup has it open, as on Windows. */
async function whenFree(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (tries === TRIES || !['EBUSY', 'EPERM', 'EACCES'].includes(code)) throw error;
      await wait(5 * 2 ** tries);
    }
  }
}
