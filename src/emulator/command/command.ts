import { readFile } from 'node:fs/promises';
import { createEmulator } from '../app.js';
import type { Emulator } from '../emulator.js';
import { choicesOf, HELP, UsageError, type Choices } from './command-line.js';
import { createDataFile, loadDataFile, type DataFile } from './data-file.js';
import { lockDataFile } from './data-lock.js';
import type { KeyType } from '../operation/keys.js';
import { serve, type Served } from './server.js';

/** How often the command looks after what has fallen due, in milliseconds. */
const TICK = 250;
/** How long it waits at its end for what is under way, in milliseconds. */
const PATIENCE = 2_000;
const TOKEN_SECRET = 'emulator-token-secret';

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
    const choices = choicesOf(args);
    if (choices === 'help') terminal.print(HELP);
    else if (choices === 'version') terminal.print(await version());
    else await run(choices, terminal);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.complain(`tidings-emulator: ${(error as Error).message}`);
    if (isUsage) terminal.complain('Run `tidings-emulator --help` to see what it takes.');
    return isUsage ? 2 : 1;
  }
}

async function run(choices: Choices, terminal: Terminal): Promise<void> {
  const {
    project,
    dialect,
    timeZone,
    senders,
    people: behaviour,
    limits,
    latency,
    origin,
    data,
    control,
  } = choices;
  const options = {
    project,
    dialect,
    timeZone,
    behaviour,
    limits,
    latency,
    tokenSecret: TOKEN_SECRET,
    ...(senders && { senders }),
    ...(origin && { origin }),
    ...(control && { control }),
  };
  const seeded = () => createEmulator({ ...options, contents: choices.seed });
  if (data === undefined) return serveUntilStopped(seeded(), choices, terminal);

  const unlock = await lockDataFile(data);
  try {
    const emulator = seeded();
    const isFound = await loadDataFile(data, emulator);
    const file = createDataFile(data, emulator, { onError: complainOnce(terminal) });
    await file.flush();
    await serveUntilStopped(emulator, { ...choices, file, isFound }, terminal);
    await file.flush();
  } finally {
    await unlock();
  }
}

/** What an emulator is served with, and where what it holds is kept. */
interface Serving extends Choices {
  file?: DataFile;
  /** Whether it holds what the file held. */
  isFound?: boolean;
}

async function serveUntilStopped(emulator: Emulator, serving: Serving, terminal: Terminal): Promise<void> {
  const { port, host, file, control } = serving;
  const settled = () =>
    emulator.settle().catch((error: unknown) => {
      terminal.complain(`tidings-emulator: a write that was received failed: ${(error as Error).message}`);
    });
  const fetch = file ? savingFetch(emulator.fetch, file, settled) : emulator.fetch;
  const served = await serve({ fetch }, { port, host, control }).catch(busy(port, host));
  const ticking = setInterval(() => {
    if (!tick(emulator, terminal.complain)) return;
    file?.changed();
    // A message that waits for its data feeds is sent later, and must be saved too.
    void settled().then(() => file?.changed());
  }, TICK);
  terminal.print(greeting(emulator, served, { ...serving, version: await version() }));

  await terminal.stopped;
  clearInterval(ticking);
  await served.close();
  await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, PATIENCE).unref())]);
}

/** Does what has fallen due, and says whether anything had: nobody else looks after the time while no call comes. */
function tick({ clock, inspect }: Emulator, complain: (text: string) => void): boolean {
  const planned = inspect.rows('tasks');
  try {
    clock.advance(0);
  } catch (error) {
    // One task that fails must not end the service for all.
    complain(`tidings-emulator: something planned failed: ${(error as Error).message}`);
  }
  const left = inspect.rows('tasks');
  return planned.some((task, index) => task !== left[index]);
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

const keyNames: Record<KeyType, string> = {
  server: 'Server key',
  readOnly: 'Read-only key',
  javascript: 'JavaScript key',
  mobile: 'Mobile key',
  web: 'Web key',
};

function greeting(
  { keys }: Emulator,
  { url }: Served,
  { seed, data, isFound, control, version }: Serving & { version: string },
): string {
  const rows: [string, string][] = [
    ['Service', url],
    ['Console', `${url}/`],
    ...Object.entries(keyNames).map(([type, name]): [string, string] => [name, keys[type as KeyType]]),
    ['Token secret', TOKEN_SECRET],
    ...(control ? [['Control token', control.token] satisfies [string, string]] : []),
  ];
  const contents = seed === 'shop' ? 'a shop to try things with' : 'nothing yet';
  const kept =
    data === undefined ? 'It is gone when this ends: keep it with --data FILE.' : `It is kept in ${data}.`;
  return [
    `Tidings emulator ${version}`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(15)} ${value}`),
    '',
    isFound ? `It holds what ${data} held.` : `It holds ${contents}. ${kept}`,
    'Stop it with Ctrl-C.',
  ].join('\n');
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
