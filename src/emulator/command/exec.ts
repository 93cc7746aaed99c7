import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Emulator } from '../emulator.js';
import { TOKEN_SECRET } from './token-secret.js';

/** A program to run beside the emulator. */
export interface Program {
  command: string;
  args: string[];
}

/** Where the emulator is and what opens it, as the environment of a program. */
export function environmentOf(url: string, { keys }: Emulator, tokenSecret: string = TOKEN_SECRET) {
  return {
    TIDINGS_EMULATOR_URL: url,
    TIDINGS_SERVER_KEY: keys.server,
    TIDINGS_READ_ONLY_KEY: keys.readOnly,
    TIDINGS_JAVASCRIPT_KEY: keys.javascript,
    TIDINGS_MOBILE_KEY: keys.mobile,
    TIDINGS_WEB_KEY: keys.web,
    TIDINGS_TOKEN_SECRET: tokenSecret,
  };
}

/** Runs a program to its end, also when `stopped` ends it; gives its exit code. Rejects when it cannot be started. */
export function runProgram(
  { command, args }: Program,
  environment: Record<string, string>,
  stopped: Promise<unknown>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, ...environment },
      // npm and the like are scripts of the shell on Windows.
      shell: process.platform === 'win32',
    });
    child.once('error', (cause) =>
      reject(new Error(`\`${command}\` cannot be started: ${cause.message}`, { cause })),
    );
    // As a shell tells it: what a signal ended has 128 and the signal's number.
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    void stopped.then(() => child.kill('SIGTERM'));
  });
}
