import { readFileSync } from 'node:fs';
import { mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** How long the winner of two that start at once waits for the other to give way, in milliseconds. */
const GIVING_WAY = 200;

/**
 * Keeps a data file to this process; gives what lets go of it. Rejects while another process has it.
 *
 * Each process puts a mark of its own beside the file, named after its number. So a mark tells whether its process
 * still runs, and none is ever taken away from a process that does.
 */
export async function lockDataFile(path: string): Promise<() => Promise<void>> {
  const target = await targetOf(path);
  const markOf = (pid: number) => `${target}.${pid}.lock`;
  const release = () => rm(markOf(process.pid), { force: true });
  await put(markOf(process.pid), path);
  let holder = await holderOf(target);
  if (holder && holder > process.pid) {
    // Of two that start at once both see the other: the higher number gives way.
    await new Promise((resume) => setTimeout(resume, GIVING_WAY));
    holder = await holderOf(target);
  }
  if (!holder) return release;
  await release();
  throw new Error(
    `${path} is in use by process ${holder}; stop that one, or give another file with --data. ` +
      `Should it be no emulator, delete ${markOf(holder)}`,
  );
}

async function put(mark: string, path: string): Promise<void> {
  try {
    await mkdir(dirname(mark), { recursive: true });
    await writeFile(mark, '');
  } catch (cause) {
    throw new Error(`${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
}

/** The other process that has a file, if any. */
async function holderOf(target: string): Promise<number | undefined> {
  const marks = await clearLeftovers(target, 'lock');
  // A container that starts again gives its numbers anew: a mark of ours or of our parent's is an old one.
  return marks.find((pid) => pid !== process.pid && pid !== process.ppid);
}

/** Removes what processes that were killed left beside a file, named `.<process>.<ending>`; gives those that still run. */
export async function clearLeftovers(target: string, ending: string): Promise<number[]> {
  const running: number[] = [];
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(`${basename(target)}.`)) continue;
    const [, pid, found] = /^\.(\d+)\.(\w+)$/.exec(name.slice(basename(target).length)) ?? [];
    if (found !== ending) continue;
    if (isRunning(Number(pid))) running.push(Number(pid));
    else await rm(join(dirname(target), name), { force: true });
  }
  return running;
}

/** Where a path leads: of a link, the file behind it. */
export async function targetOf(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  return realpath(path).catch(() => join(folder, basename(path)));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process that is still listed has died: in a container there may be nobody who asks after it. */
function isZombie(pid: number): boolean {
  try {
    // Behind its name, in which anything may stand.
    return /^.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // Other systems than Linux tell nothing of it, nor does one that hides the processes of others.
  }
}
