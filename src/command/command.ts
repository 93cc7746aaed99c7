import { readFile } from 'node:fs/promises';
import { createAdmin } from '../admin/index.js';
import { OptionError } from '../errors.js';
import { call } from './call.js';
import { explain } from './explain.js';
import { exportRecords } from './export.js';
import { importFile } from './import/import.js';
import { list } from './list.js';
import { EXIT, type Command, type Context } from './context.js';
import { createTerminal, Interrupted, type Host, type Terminal } from './terminal.js';
import { oneOf, refuse, UsageError } from './usage.js';

const commands: Record<string, Command> = { call, import: importFile, export: exportRecords, list, explain };

/** What `tidings --help` prints. */
const HELP = `Usage: tidings <command> [options]

Calls the service, and moves data in and out of it.

Commands:
  call OPERATION             Call one of its operations.
  import TYPE FILE           Send the users, events or items of a file.
  export TYPE                Get what it has recorded.
  list TYPE                  List campaigns, users, lists and more.
  explain CODE               Say what an error of a page means.

tidings COMMAND --help shows what a command takes; tidings --version shows the version.

Environment:
  TIDINGS_API_KEY            A server-side key.
  TIDINGS_BASE_URL           Where the service is, such as https://api.example.com.

Exit codes:
  0  All is done.
  1  The service, the network or a file was in the way.
  2  The command line cannot be followed.
  3  All is done, but some items were not taken: the failures file holds them.
  128 and the number of a signal, when one stopped it: 130 after Ctrl-C.`;

/** Runs `tidings`; gives the code to exit with. */
export async function runCommand(
  args: string[],
  host: Host = process,
  now: () => number = Date.now,
): Promise<number> {
  const terminal = createTerminal(host);
  try {
    return await dispatch(args, {
      terminal,
      now,
      connect: (options) => connect(terminal, { ...options, now }),
    });
  } catch (error) {
    return sayWhy(error, terminal);
  } finally {
    terminal.show('');
  }
}

async function dispatch([name, ...rest]: string[], context: Context): Promise<number> {
  const { give } = context.terminal;
  if (name === undefined || name === '--help' || name === '-h') await give(`${HELP}\n`);
  else if (name === '--version' || name === '-v') await give(`${await version()}\n`);
  else {
    const command = commands[oneOf('command of `tidings`', name, Object.keys(commands))];
    const isQuestion = rest.some((word) => word === '--help' || word === '-h');
    if (command && !isQuestion) return command.run(rest, context);
    await give(`${command?.help}\n`);
  }
  return EXIT.done;
}

/** Connects to the service that the environment names. */
function connect({ variables }: Terminal, options: { safeMode?: boolean; now: () => number }) {
  const { TIDINGS_API_KEY: apiKey, TIDINGS_BASE_URL: baseUrl } = variables;
  if (!apiKey) return refuse('`TIDINGS_API_KEY` must be set to a server-side key');
  if (!baseUrl)
    return refuse('`TIDINGS_BASE_URL` must be set to where the service is, such as https://api.example.com');
  return createAdmin({ apiKey, baseUrl, ...options });
}

/** Says what went wrong; gives the code to exit with. */
function sayWhy(error: unknown, { say }: Terminal): number {
  if (error instanceof Interrupted) return error.exitCode;
  const { message, code } = error as { message: string; code?: unknown };
  // Whoever read the answer has seen enough of it.
  if (code === 'EPIPE') return EXIT.done;
  say(`tidings: ${message}`);
  if (error instanceof UsageError) say('Run `tidings --help` to see what it takes.');
  return error instanceof UsageError || error instanceof OptionError ? EXIT.usage : EXIT.failed;
}

async function version(): Promise<string> {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
