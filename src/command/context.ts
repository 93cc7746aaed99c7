import type { Admin, AdminOptions } from '../admin/index.js';
import type { SavedKey } from './keys/saved-keys.js';
import type { Terminal } from './terminal.js';

/** What the parts of the command work with. */
export interface Context {
  terminal: Terminal;
  /** Connects to the service that the options or the environment name. */
  connect(options?: Pick<AdminOptions, 'safeMode' | 'pace'>): Admin;
  /** The key and the address that they name. */
  service(): SavedKey;
  /** The time, in milliseconds since the epoch. */
  now: () => number;
}

/** One of the things that the command does. */
export interface Command {
  /** What `--help` prints of it. */
  help: string;
  /** Whether an option that all commands have means something else here. */
  isOwn?: (option: string) => boolean;
  /** Does it; gives the code to exit with. */
  run(args: string[], context: Context): Promise<number>;
}

/** The codes that the command exits with. What a signal stops ends with 128 and the signal's number, as in a shell. */
export const EXIT = {
  done: 0,
  /** The service, the network or a file was in the way. */
  failed: 1,
  /** The command line cannot be followed. */
  usage: 2,
  /** All is done, but for the items in the failures file. */
  someFailed: 3,
  /** All is done, but for what is more than an export may hold. */
  cutOff: 3,
} as const;
