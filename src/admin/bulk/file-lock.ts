import { OptionError } from '../../errors.js';
import { randomId } from '../../lib/random-id.js';

/** Who has a lock. */
interface Holder {
  pid: number;
  host: string;
  /** When the process began, since the system gives numbers again. */
  since: number;
}

/**
 * Takes a file for this process alone, and for one user of it, by another file beside it; gives what lets it go.
 * Rejects while somebody has it. What a process that has died left behind holds nobody up.
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const { readFile, rm, writeFile } = await import('node:fs/promises');
  const { hostname } = await import('node:os');
  const lock = `${path}.lock`;
  const mine: Holder = { pid: process.pid, host: hostname(), since: performance.timeOrigin };

  for (;;) {
    try {
      await writeFile(lock, JSON.stringify(mine), { flag: 'wx' });
      return () => rm(lock, { force: true });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const theirs = await readFile(lock, 'utf8').catch(unlessGone);
    if (theirs === undefined) continue;
    if (await isHeld(theirs, mine)) throw inUse(path, theirs);
    await takeAway(lock, theirs);
  }
}

/** Takes away the lock of a process that has died; of several that do so, none takes away the lock of another. */
async function takeAway(lock: string, dead: string): Promise<void> {
  const { link, readFile, rename, rm } = await import('node:fs/promises');
  const aside = `${lock}.${randomId()}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    unlessGone(error);
    return;
  }
  // Another process was faster, and has the lock by now: it gets it back.
  if ((await readFile(aside, 'utf8')) !== dead) await link(aside, lock);
  await rm(aside);
}

/** Whether whoever has a lock may still be there: nobody can know of another machine, or of a lock half written. */
async function isHeld(text: string, mine: Holder): Promise<boolean> {
  const theirs = holderIn(text);
  if (theirs?.host !== mine.host) return true;
  if (theirs.pid === mine.pid) return theirs.since === mine.since;
  try {
    process.kill(theirs.pid, 0);
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
  return !(await isZombie(theirs.pid));
}

/** Whether a process that is still listed has died: in a container there may be nobody who asks after it. */
async function isZombie(pid: number): Promise<boolean> {
  const { readFile } = await import('node:fs/promises');
  // Other systems than Linux tell nothing of it, nor does one that hides the processes of others.
  const told = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Behind its name, in which anything may stand.
  return /^.*\) [ZX] /s.test(told);
}

function inUse(path: string, text: string): OptionError {
  const holder = holderIn(text);
  const who = holder ? `process ${holder.pid} of ${holder.host}` : 'another process';
  return new OptionError(
    `\`${path}\` is in use by ${who}: wait until that has ended, or delete \`${path}.lock\` if it has`,
  );
}

function holderIn(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined; // It was read while it was written.
  }
}

function unlessGone(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown }).code === code;
}
