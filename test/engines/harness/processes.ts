import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** A process of this machine, as `/proc` shows it. */
interface Entry {
  pid: number;
  parent: number;
  /** The first 15 characters of the program's name. */
  name: string;
  hasEnded: boolean;
}

/** The processes that a process started, and those that these started. */
export function descendantsOf(pid: number): Entry[] {
  const entries = processes();
  const below = (parent: number): Entry[] =>
    entries.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...below(entry.pid)]);
  return below(pid);
}

/** Ends a process and all it started by SIGKILL, and resolves when they are gone. */
export async function killTree(pid: number): Promise<void> {
  const doomed = [pid, ...descendantsOf(pid).map((entry) => entry.pid)];
  for (const one of doomed) kill(one);
  while (doomed.some(isAlive)) await wait(10);
}

/** Ends, by SIGKILL, every process whose temporary files go into a folder below this one. */
export function endThoseIn(folder: string): void {
  for (const { pid } of processes()) {
    if (environmentOf(pid).some((entry) => entry.startsWith(`TMPDIR=${folder}/`))) kill(pid);
  }
}

/** Ends one process by SIGKILL, if it is still there. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isAlive(pid: number): boolean {
  return entryOf(pid)?.hasEnded === false;
}

function processes(): Entry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => entryOf(Number(name)))
    .filter((entry) => entry !== undefined);
}

function entryOf(pid: number): Entry | undefined {
  try {
    const [, name = '', state, parent] =
      /\((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { pid, parent: Number(parent), name, hasEnded: state === 'Z' || state === 'X' };
  } catch {
    return undefined; // It ended while we looked.
  }
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // It ended while we looked, or is not ours to look at.
  }
}
