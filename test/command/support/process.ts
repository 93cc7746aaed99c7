import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { Running, setup } from './tidings.js';

/** What the command is run with. */
export type Context = Awaited<ReturnType<typeof setup>>;

/**
 * Starts a program as a process of its own, in the folder of the context; what is fed in ends with the input, and stays
 * open where that is `null`.
 */
export function startProcess(
  { folder, variables }: Pick<Context, 'folder' | 'variables'>,
  [program = '', ...args]: string[],
  input: string | null = '',
): Running & { feed(text: string): void } {
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...variables } });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (output += String(part)));
  child.stderr.on('data', (part: Buffer) => (errors += String(part)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  if (input !== null) child.stdin.end(input);
  return {
    output: () => output,
    errors: () => errors,
    signal: (name) => void child.kill(name),
    feed: (text) => void child.stdin.write(text),
    ended,
  };
}
