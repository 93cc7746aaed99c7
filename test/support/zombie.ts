import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { until } from './until.js';

/** The number of a process that has died, and that nobody has asked after: it is listed until the test ends. On Linux. */
export async function zombie(): Promise<number> {
  // The shell becomes a program that asks after nobody, and only then what it has started is ended.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600']);
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
  const number = Number(String(pid));
  await until(() => expect(readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'));
  process.kill(number, 'SIGKILL');
  await until(() => expect(readFileSync(`/proc/${number}/stat`, 'utf8')).toMatch(/\) Z /));
  return number;
}
