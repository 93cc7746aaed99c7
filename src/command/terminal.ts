import { constants } from 'node:os';
import { inOneLine, visible } from './visible.js';

/** The command was told to stop by a signal, such as that of Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  /** What to exit with, as a shell does. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`Stopped by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Where the command reads and writes, and what stops it. */
export interface Terminal {
  /** Whether what it says is read on a terminal, where a line can be changed. */
  readonly isLive: boolean;
  /** Whether what was asked for is read on a terminal. */
  readonly isShown: boolean;
  /** How long a line is on the terminal, in characters. */
  readonly columns: number;
  /** The variables of the environment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first signal: no more is begun. */
  readonly stop: AbortSignal;
  /** Aborted by the second signal: what is under way is left. */
  readonly quit: AbortSignal;
  /** Gives what was asked for, as it is but where it is read on a terminal; resolves when it may go on. */
  give(what: string | Uint8Array): Promise<void>;
  /** Says a line beside what was asked for. Nothing in it steers a terminal, nor in what is shown. */
  say(line: string): void;
  /** Shows a line, as much of it as there is room for, in the place of the one shown before; an empty one takes it away. */
  show(line: string): void;
  /** What is fed into the command. */
  input(): AsyncIterable<Uint8Array>;
  /** Whether there is somebody to ask. */
  readonly isAsked: boolean;
  /** Asks something; gives the line that is typed in, which a secret one does not show, or all that is fed in. */
  ask(question: string, how?: { isSecret?: boolean }): Promise<string>;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Where the command writes. */
interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(what: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
  on(name: 'error', listen: () => void): unknown;
}

/** What the command needs of the process that it runs in. */
export interface Host {
  readonly env: Terminal['variables'];
  readonly stdin: AsyncIterable<unknown> & {
    readonly isTTY?: boolean;
    /** Whether keys are heard as they are pressed, and not shown. */
    setRawMode?(isRaw: boolean): unknown;
  };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Hears of each signal of a name. */
  on(signal: NodeJS.Signals, listen: () => void): unknown;
  /** Ends it at once. */
  exit(code: number): void;
}

/** Makes the terminal of a process, or whatever stands in its place. */
export function createTerminal(host: Host): Terminal {
  const { stdin, stdout, stderr, env } = host;
  const stop = new AbortController();
  const quit = new AbortController();
  let isShowing = false;
  // Whoever read what it says may have gone; `give` tells that to who asked for it.
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  for (const name of SIGNALS) host.on(name, () => interrupt(name, host, [stop, quit]));

  const columns = () => stderr.columns || 80;
  const show = (line: string) => {
    if (line || isShowing) stderr.write(`\r\x1b[K${inOneLine(line).slice(0, columns() - 1)}`);
    isShowing = line !== '';
  };
  // A stream may come in pieces of letters.
  const decoder = new TextDecoder();
  const shown = (what: string | Uint8Array) =>
    visible(typeof what === 'string' ? what : decoder.decode(what, { stream: true }));
  return {
    isLive: stderr.isTTY === true,
    isShown: stdout.isTTY === true,
    get columns() {
      return columns();
    },
    variables: env,
    stop: stop.signal,
    quit: quit.signal,
    give: (what) =>
      new Promise((resolve, reject) => {
        stdout.write(stdout.isTTY ? shown(what) : what, (error) => (error ? reject(error) : resolve()));
      }),
    say(line) {
      show('');
      stderr.write(`${inOneLine(line)}\n`);
    },
    show,
    input: () => stdin as AsyncIterable<Uint8Array>,
    isAsked: stdin.isTTY === true && stderr.isTTY === true,
    async ask(question, { isSecret = false } = {}) {
      const isTyped = stdin.isTTY === true;
      if (isTyped) stderr.write(inOneLine(question));
      if (isTyped && isSecret) stdin.setRawMode?.(true);
      try {
        return await (isTyped ? lineOf(stdin) : textOf(stdin));
      } finally {
        if (isTyped && isSecret) stdin.setRawMode?.(false);
        if (isTyped && isSecret) stderr.write('\n');
      }
    },
  };
}

/** All that is fed in. */
export async function textOf(fed: AsyncIterable<unknown>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of fed) text += decoder.decode(piece as Uint8Array, { stream: true });
  return text + decoder.decode();
}

/** The same, as it came. */
export async function bytesOf(fed: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of fed) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The first line of what is typed, which a terminal may give key by key. */
async function lineOf(typed: AsyncIterable<unknown>): Promise<string> {
  const decoder = new TextDecoder();
  let line = '';
  for await (const piece of typed) {
    for (const key of decoder.decode(piece as Uint8Array, { stream: true })) {
      if (key === '\n' || key === '\r') return line;
      // In raw mode, nobody else hears of Ctrl-C.
      if (key === '\u0003') throw new Interrupted('SIGINT');
      line = key === '\u007f' || key === '\b' ? line.slice(0, -1) : line + key;
    }
  }
  return line;
}

function interrupt(name: NodeJS.Signals, host: Host, controllers: AbortController[]) {
  const reason = new Interrupted(name);
  const next = controllers.find(({ signal }) => !signal.aborted);
  // Whoever asks a third time wants it gone, whatever is lost.
  if (next) next.abort(reason);
  else host.exit(reason.exitCode);
}
