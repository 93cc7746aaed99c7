import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';

/** A process that runs, and what it said. */
export interface Watched {
  output(): string;
  errors(): string;
  /** The code it ended with; none when a signal ended it. */
  ended: Promise<number | null>;
}

/** Keeps what a process says; it is killed when the test ends. */
export function watched(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Watched {
  let [output, errors] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (output += String(part)));
  child.stderr.on('data', (part: Buffer) => (errors += String(part)));
  // Whoever ends reads no more of what it is fed.
  child.stdin?.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { output: () => output, errors: () => errors, ended };
}
