import { readFile } from 'node:fs/promises';
import { createEmulator, type EmulatorOptions } from '../app.js';
import type { Emulator } from '../emulator.js';
import { choicesOf, UsageError, type Choices } from './command-line.js';
import { createDataFile, loadDataFile, type DataFile } from './data-file.js';
import { lockDataFile } from './data-lock.js';
import { environmentOf, runProgram } from './exec.js';
import { greeting } from './greeting.js';
import { HELP } from './help.js';
import { firstIdOf, keysOf, projectsFetch } from './projects.js';
import { pull } from './pull.js';
import { serve, type Served } from './server.js';
import { optionsOf } from './start-options.js';

/** How often the command looks after what has fallen due, in milliseconds. */
const TICK = 250;
/** How long it waits at its end for what is under way, in milliseconds. */
const PATIENCE = 2_000;

/** Where the command writes, and what ends it. */
export interface Terminal {
  print(text: string): void;
  complain(text: string): void;
  /** Resolves once the emulator is to stop. */
  stopped: Promise<unknown>;
}

/** Runs `tidings-emulator` until it is stopped; gives the code to exit with. */
export async function runCommand(args: string[], terminal: Terminal = processTerminal()): Promise<number> {
  try {
    const choices = choicesOf(args, process.env);
    if (choices === 'help') terminal.print(HELP);
    else if (choices === 'version') terminal.print(await version());
    else if ('from' in choices) await pull(choices, terminal);
    else return await run(choices, terminal);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.complain(`tidings-emulator: ${(error as Error).message}`);
    if (isUsage) terminal.complain('Run `tidings-emulator --help` to see what it takes.');
    return isUsage ? 2 : 1;
  }
}

async function run(choices: Choices, terminal: Terminal): Promise<number> {
  const { data, exportOnExit, projects } = choices;
  const options = await optionsOf(choices);
  const emulators = Array.from({ length: projects }, (_, index) => begun(choices, options, index + 1));
  const [first] = emulators as [Emulator];
  const exported = async (code: number) => {
    if (exportOnExit !== undefined) await createDataFile(exportOnExit, first).flush();
    return code;
  };
  if (data === undefined) return exported(await serveUntilStopped(emulators, choices, terminal));

  const unlock = await lockDataFile(data);
  try {
    const isFound = await loadDataFile(data, first);
    const file = createDataFile(data, first, { onError: complainOnce(terminal) });
    await file.flush();
    const code = await serveUntilStopped(emulators, { ...choices, file, isFound }, terminal);
    await file.flush();
    return await exported(code);
  } finally {
    await unlock();
  }
}

/** One of the projects, with what it holds at first; says of which file something is wrong. */
function begun(choices: Choices, options: EmulatorOptions, number: number): Emulator {
  try {
    return createEmulator({ ...options, keys: keysOf(number, choices.keys), firstId: firstIdOf(number) });
  } catch (cause) {
    const file = choices.import ?? choices.scenario ?? 'The contents';
    throw new Error(`${file}: ${(cause as Error).message}`, { cause });
  }
}

/** What an emulator is served with, and where what it holds is kept. */
interface Serving extends Choices {
  file?: DataFile;
  /** Whether it holds what the file held. */
  isFound?: boolean;
}

/** Serves until it is stopped, or until the program that runs beside it ends; gives the code to exit with. */
async function serveUntilStopped(
  emulators: readonly Emulator[],
  serving: Serving,
  terminal: Terminal,
): Promise<number> {
  const { port, host, file, control } = serving;
  const settled = async () => {
    for (const { settle } of emulators) {
      await settle().catch((error: unknown) => {
        terminal.complain(`tidings-emulator: a write that was received failed: ${(error as Error).message}`);
      });
    }
  };
  const answer = projectsFetch(emulators);
  const fetch = file ? savingFetch(answer, file, settled) : answer;
  const served = await serve({ fetch }, { port, host, control }).catch(busy(port, host));
  const ticking = setInterval(() => {
    const acted = emulators.filter((emulator) => tick(emulator, terminal.complain));
    if (!acted.length) return;
    file?.changed();
    // A message that waits for its data feeds is sent later, and must be saved too.
    void settled().then(() => file?.changed());
  }, TICK);

  try {
    return await untilStopped(served, emulators, serving, terminal);
  } finally {
    clearInterval(ticking);
    await served.close();
    await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, PATIENCE).unref())]);
  }
}

async function untilStopped(
  served: Served,
  [first]: readonly Emulator[],
  serving: Serving,
  { print, stopped }: Terminal,
): Promise<number> {
  if (!first) throw new TypeError('There must be a project');
  if (serving.program) {
    return runProgram(serving.program, environmentOf(served.url, first, serving.secret), stopped);
  }
  print(greeting(first, served, { ...serving, version: await version() }));
  await stopped;
  return 0;
}

/** Does what has fallen due, and says whether anything had: nobody else looks after the time while no call comes. */
function tick({ clock }: Emulator, complain: (text: string) => void): boolean {
  if (!clock.isDue()) return false;
  try {
    clock.advance(0);
  } catch (error) {
    // One task that fails must not end the service for all.
    complain(`tidings-emulator: something planned failed: ${(error as Error).message}`);
  }
  return true;
}

/** A `fetch` of an emulator; after each call that may have changed something it is saved. */
function savingFetch(
  fetch: typeof globalThis.fetch,
  file: DataFile,
  settled: () => Promise<void>,
): typeof globalThis.fetch {
  return async (input, init) => {
    try {
      return await fetch(input, init);
    } finally {
      const path = input instanceof Request || typeof input === 'object' ? pathOf(input) : input;
      const isLook = /^\/_emulator\/(changes|console|images)/.test(path);
      if (!isLook) file.changed();
      // What was received and is applied later must be saved too, once it is.
      if (!isLook) void settled().then(() => file.changed());
    }
  };
}

function pathOf(input: Request | URL): string {
  return 'pathname' in input ? input.pathname : new URL(input.url).pathname;
}

function busy(port: number, host: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') {
      throw new Error(`port ${port} is taken; give another with --port, or --port 0 for one that is free`);
    }
    if (error.code === 'EACCES')
      throw new Error(`port ${port} may not be used; give one above 1023 with --port`);
    throw new Error(`cannot listen at ${host}, port ${port}: ${error.message}`);
  };
}

/** Says that saving fails, and not again while it fails for the same reason. */
function complainOnce({ complain }: Terminal) {
  let last = '';
  return ({ message }: Error) => {
    if (message !== last) complain(`tidings-emulator: ${message}`);
    last = message;
  };
}

async function version(): Promise<string> {
  const file = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

function processTerminal(): Terminal {
  // Whoever read what it says may have gone; that is no reason to stop, and lose what is not saved.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    complain: (text) => void process.stderr.write(`${text}\n`),
    stopped: new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
    }),
  };
}
