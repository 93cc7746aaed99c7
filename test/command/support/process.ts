import { spawn } from 'node:child_process';
import { watched } from '../../support/watched.js';
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
  const seen = watched(child);
  if (input !== null) child.stdin.end(input);
  return {
    ...seen,
    signal: (name) => void child.kill(name),
    feed: (text) => void child.stdin.write(text),
  };
}
