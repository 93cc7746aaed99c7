import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createEmulator, type EmulatorOptions } from '../../../src/emulator/app.js';
import { runCommand } from '../../../src/command/command.js';
import type { Terminal } from '../../../src/command/terminal.js';
import { serve } from '../../../src/emulator/server.js';

/** A command that runs, and what it said. */
export interface Running {
  child: ChildProcess;
  output(): string;
  errors(): string;
  /** The code it ended with; none when a signal ended it. */
  ended: Promise<number | null>;
}

/** How a command is started. */
export interface Start {
  /** What is fed into it. Default: nothing. */
  input?: string;
  variables?: Record<string, string>;
  /** Whether it runs on a terminal of its own, both for what it gives and for what it says. */
  onTerminal?: boolean;
}

/** An emulator that answers over HTTP, a folder of files, and the command that works with both. */
export async function setup(program: string, options: EmulatorOptions = {}) {
  const emulator = createEmulator(options);
  /** What happens before each call is answered. */
  const before: { call?: () => unknown } = {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    await before.call?.();
    return emulator.fetch(input, init);
  };
  const served = await serve({ fetch }, { port: 0 });
  onTestFinished(() => served.close());
  const folder = mkdtempSync(join(tmpdir(), 'tidings-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const variables = { TIDINGS_API_KEY: emulator.keys.server, TIDINGS_BASE_URL: served.url };

  const start = (args: string[], { input, ...how }: Start = {}): Running => {
    const running = run(program, args, { ...how, folder, variables: { ...variables, ...how.variables } });
    running.child.stdin?.end(input);
    return running;
  };
  return {
    emulator,
    before,
    start,
    /** Runs the command to its end. */
    async tidings(args: string[], how?: Start) {
      const { ended, output, errors } = start(args, how);
      const code = await ended;
      return { code, output: output(), errors: errors() };
    },
    /** Does the same without a process of its own, for what one changes nothing of. */
    async inProcess(args: string[]) {
      const { terminal, output, errors } = recordingTerminal(variables);
      const code = await runCommand(args, terminal);
      return { code, output: output(), errors: errors() };
    },
    /** The path of a file in the folder. */
    path: (name: string) => join(folder, name),
    write: (name: string, contents: string | Uint8Array) => writeFileSync(join(folder, name), contents),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    folder,
  };
}

/** Starts the command in a folder; it is killed when the test ends. */
function run(
  program: string,
  args: string[],
  { folder, variables, onTerminal = false }: Start & { folder: string; variables: Record<string, string> },
): Running {
  const { TIDINGS_API_KEY, TIDINGS_BASE_URL, ...others } = process.env;
  const words = [process.execPath, program, ...args];
  const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const [command = '', ...rest] = onTerminal ? ['script', '-qec', line, '/dev/null'] : words;
  const child = spawn(command, rest, { cwd: folder, env: { ...others, ...variables } });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (output += String(part)));
  child.stderr.on('data', (part: Buffer) => (errors += String(part)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output: () => output, errors: () => errors, ended };
}

/** A terminal that keeps what is said, and a key and a place that nothing is behind. */
export function recordingTerminal(variables: Record<string, string> = {}) {
  let [output, errors] = ['', ''];
  const terminal: Terminal = {
    isLive: false,
    isShown: false,
    columns: 80,
    variables: { TIDINGS_API_KEY: 'key', TIDINGS_BASE_URL: 'http://127.0.0.1:9', ...variables },
    stop: new AbortController().signal,
    quit: new AbortController().signal,
    give: async (what) => void (output += String(what)),
    say: (line) => void (errors += `${line}\n`),
    show: () => {},
    input: async function* () {},
  };
  return { terminal, output: () => output, errors: () => errors };
}
