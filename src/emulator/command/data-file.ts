import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { clearLeftovers, targetOf } from './data-lock.js';

/** How long a change waits for others before it is saved, in milliseconds. */
const DELAY = 200;

/** What is saved, and taken up again. */
export interface Saved {
  save(): string;
  /** Throws on a text that is damaged. */
  load(text: string): void;
}

/** A file that keeps what an emulator holds. */
export interface DataFile {
  /** Says that something may have changed; it is saved soon. */
  changed(): void;
  /** Saves what has changed, now; rejects when the file cannot be written. */
  flush(): Promise<void>;
}

/** How a data file is written. */
export interface DataFileOptions {
  /** Told when a save failed; it is tried again with the next change. */
  onError?: (error: Error) => void;
  /** The time, in milliseconds. Default: the device's clock. */
  now?: () => number;
}

/** Takes up what a file holds; says whether there was a file. A damaged one is left as it is. */
export async function loadDataFile(path: string, { load }: Saved): Promise<boolean> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw new Error(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  try {
    load(text);
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new Error(`${path} is damaged and left as it is. ${reason}`, { cause });
  }
  return true;
}

/** Keeps a file up to date with what an emulator holds. The file is whole at every moment, whatever ends the process. */
export function createDataFile(
  path: string,
  { save }: Saved,
  { onError, now = Date.now }: DataFileOptions = {},
): DataFile {
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();
  let written: string | undefined;
  /** How long the last save took, in milliseconds: a large one is not made all the time. */
  let cost = 0;

  async function write() {
    const started = now();
    const text = save();
    if (text === written) return;
    await replaceFile(path, text).catch((cause: unknown) => {
      throw new Error(`${path} cannot be written: ${(cause as Error).message}`, { cause });
    });
    written = text;
    cost = now() - started;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // One after the other, so that no older save can come last.
    const next = saving.then(write);
    saving = next.catch(() => {}); // Whoever asked for it is told; the next save starts anew.
    return next;
  }

  return {
    flush,
    changed() {
      timer ??= setTimeout(
        () => {
          flush().catch((error: unknown) => onError?.(error as Error));
        },
        DELAY + 4 * cost,
      ).unref();
    },
  };
}

/** Writes a file as a whole: under another name, down to the disk, and only then under its own. */
async function replaceFile(path: string, text: string): Promise<void> {
  // A link stays one: the file that it leads to is replaced.
  const target = await targetOf(path);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  await clearLeftovers(target, 'tmp');
  const draft = `${target}.${process.pid}.tmp`;
  try {
    await writeThrough(draft, text);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without it the new name itself may be lost with the power. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined); // Windows opens no folders.
  await folder?.sync().catch(() => {}); // Some file systems refuse; the file itself is on the disk.
  await folder?.close();
}
