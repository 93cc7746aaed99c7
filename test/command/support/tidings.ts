import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';
import { runCommand } from '../../../src/command/command.js';
import type { Host } from '../../../src/command/terminal.js';
import type { Watched } from '../../support/watched.js';
import { serve } from '../../../src/emulator/command/server.js';

/** A command that runs, and what it said. */
export interface Running extends Watched {
  /** Sends it a signal. */
  signal(name: NodeJS.Signals): void;
}

/** How a command is started. */
export interface Start {
  /** What is fed into it. Default: nothing. */
  input?: string | Uint8Array;
  variables?: Record<string, string>;
  /** Whether it runs on a terminal, both for what it gives and for what it says. */
  onTerminal?: boolean;
}

/** A line of a failures file. */
interface Failure {
  line: number;
  reason: string;
  message?: string;
  item?: object;
  row?: object;
}

/** A file of CSV with so many people. */
export const people = (count: number) =>
  ['email,plan', ...Array.from({ length: count }, (_, index) => `user-${index}@example.com,pro`)].join('\n');

/** How long each call takes, by the clock of the command: so long that no limit of the service is met. */
const CALL = 1_100;

/** An emulator that answers over HTTP, a folder of files, and the command that works with both. */
export async function setup(emulator = createEmulator()) {
  const { on, fetch, hold } = createGate(emulator.fetch);
  const clock = createClock();
  const served = await serve(
    {
      fetch(input, init) {
        clock.advance(CALL);
        return fetch(input, init);
      },
    },
    { port: 0 },
  );
  onTestFinished(() => served.close());
  const folder = enterFolder();
  const variables = { TIDINGS_API_KEY: emulator.keys.server, TIDINGS_BASE_URL: served.url };

  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  /** Starts the command as a function, with all that it takes from its process. */
  const start = (args: string[], how: Start = {}) => {
    // What goes on with earlier work waits a second first.
    if (args.includes('--resume')) clock.run();
    const { host, ...running } = createHost({ ...how, variables: { ...variables, ...how.variables } });
    return { ...running, ended: runCommand(args, host, clock.now) };
  };
  return {
    emulator,
    on,
    hold,
    variables,
    clock,
    start,
    /** Runs the command to its end. */
    async tidings(args: string[], how?: Start) {
      const { ended, output, errors } = start(args, how);
      const code = await ended;
      return { code, output: output(), errors: errors() };
    },
    write: (name: string, contents: string | Uint8Array) => writeFileSync(join(folder, name), contents),
    read,
    /** What an import did not take of a file. */
    failures: (name: string) =>
      read(`${name}.failures.ndjson`)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Failure),
    folder,
  };
}

/** Runs a command to its end, beside any service. */
export async function runAt(baseUrl: string, args: string[], how: Start = {}) {
  const { host, output, errors } = createHost({
    ...how,
    variables: { TIDINGS_BASE_URL: baseUrl, ...how.variables },
  });
  const code = await runCommand(args, host);
  return { code, output: output(), errors: errors() };
}

/** What stands before a service, and may hold calls or their answers. */
function createGate(service: typeof globalThis.fetch) {
  /** What happens before a call is taken, and before its answer is given. */
  const on: { call?: () => unknown; answer?: () => unknown } = {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    await on.call?.();
    const answer = await service(input, init);
    await on.answer?.();
    return answer;
  };

  return {
    on,
    fetch,
    /** Holds each call from the nth on, or its answer, until they are released. */
    hold(nth: number, what: keyof typeof on = 'call') {
      let [count, release, come] = [0, () => {}, () => {}];
      const held = new Promise<void>((resolve) => (come = resolve));
      const released = new Promise<void>((resolve) => (release = resolve));
      on[what] = () => {
        count += 1;
        if (count < nth) return;
        come();
        return released;
      };
      return {
        /** Resolves once one is held. */
        async by({ ended, errors }: Running) {
          const early = ended.then(() => Promise.reject(new Error(`It ended early: ${errors()}`)));
          await Promise.race([held, early]);
        },
        release() {
          Reflect.deleteProperty(on, what);
          release();
        },
      };
    },
  };
}

/** A clock that goes on with each call, and stands still between them unless it is let run. */
function createClock() {
  const startedAt = Date.now();
  let [passed, isRunning] = [0, false];
  return {
    perCall: CALL,
    now: () => (isRunning ? Date.now() : startedAt) + passed,
    advance: (milliseconds: number) => void (passed += milliseconds),
    run: () => void (isRunning = true),
  };
}

/** Works in a folder of its own until the test ends. */
function enterFolder(): string {
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'tidings-command-'));
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Whose keys are nobody's. */
const NOWHERE = { XDG_CONFIG_HOME: join(tmpdir(), 'tidings-no-keys') };

/** A process as the command sees it: it keeps what is said, and behind its key and its place is nothing. */
export function createHost({ input = '', variables = {}, onTerminal: isTTY = false }: Start = {}) {
  const [output, errors] = [createWriter(isTTY), createWriter(isTTY)];
  const signals = new EventEmitter();
  let exited: number | undefined;
  const host: Host = {
    env: { ...NOWHERE, TIDINGS_API_KEY: 'key', TIDINGS_BASE_URL: 'http://127.0.0.1:9', ...variables },
    stdin: Object.assign(feed(input), { isTTY }),
    stdout: output,
    stderr: errors,
    on: (name, listen) => signals.on(name, listen),
    exit: (code) => void (exited = code),
  };
  return {
    host,
    output: output.text,
    errors: errors.text,
    signal: (name: NodeJS.Signals) => void signals.emit(name),
    /** The code that it was to exit with at once. */
    exited: () => exited,
  };
}

/** What keeps all that is written to it. */
function createWriter(isTTY: boolean): Host['stdout'] & { text(): string } {
  const pieces: Buffer[] = [];
  return {
    isTTY,
    columns: 80,
    write(what, done) {
      pieces.push(Buffer.from(what));
      done?.();
    },
    on: () => {},
    text: () => Buffer.concat(pieces).toString(),
  };
}

/** A text, or what may be none, in pieces of one byte, so that its letters are broken. */
async function* feed(text: string | Uint8Array) {
  for (const byte of Buffer.from(text as string)) yield Uint8Array.of(byte);
}
