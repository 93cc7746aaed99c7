import { setTimeout as wait } from 'node:timers/promises';
import { descendantsOf } from './processes.js';

/** The processes that pages of a WebKit have now. */
export function pageProcesses(browser: number): number[] {
  return descendantsOf(browser)
    .filter(({ name, hasEnded }) => name === 'WebKitWebProces' && !hasEnded)
    .map(({ pid }) => pid);
}

/** The process that showed up for a new window. */
export async function newProcess(browser: number, before: number[]): Promise<number> {
  for (let attempts = 0; attempts < 200; attempts++) {
    const pid = pageProcesses(browser).find((one) => !before.includes(one));
    if (pid !== undefined) return pid;
    await wait(10);
  }
  throw new Error('No process showed up for the new window');
}
