import { readFile } from 'node:fs/promises';
import { OptionError } from '../errors.js';
import { call } from './call.js';
import { COMMON, takeCommon } from './common-options.js';
import { candidates } from './completion/candidates.js';
import { completion } from './completion/completion.js';
import { connectTo, serviceOf } from './connect.js';
import { explain } from './explain.js';
import { exportRecords } from './export.js';
import { importFile } from './import/import.js';
import { keys } from './keys/keys.js';
import { list } from './list.js';
import { EXIT, type Command, type Context } from './context.js';
import { helpOfAll } from './operations/help.js';
import { commandOf } from './operations/operate.js';
import { operationOf, operationsOf, refuseOperation, resources, wordsOf } from './operations/operations.js';
import { nearNames } from '../lib/near-names.js';
import { inColumns } from './table.js';
import { createTerminal, Interrupted, type Host, type Terminal } from './terminal.js';
import { oneOf, UsageError } from './usage.js';
import { types } from './types/types.js';
import { work } from './fleet/work.js';

const commands: Record<string, Command> = {
  call,
  import: importFile,
  export: exportRecords,
  list,
  types,
  work,
  keys,
  completion,
  explain,
};

/** What `tidings --help` prints. */
const help = () => `Usage: tidings <command> [options]
       tidings <resource> <operation> [options]

Calls the service, and moves data in and out of it.

Commands:
${inColumns([
  ['import TYPE FILE', 'Send the users, events or items of a file.'],
  ['work REDIS', 'Take part in imports that are shared by --workers.'],
  ['export TYPE', 'Get what it has recorded.'],
  ['list TYPE', 'List campaigns, users, lists and more.'],
  ['types PLAN', 'Make the types of a tracking plan, or of the events it has recorded.'],
  ['call OPERATION', 'Call an operation or a route with an object.'],
  ['keys add|list|remove', 'Keep keys, and the services that they open.'],
  ['completion SHELL', 'Let a shell complete all of this.'],
  ['explain CODE', 'Say what an error of a page means.'],
  ['help WORDS', 'Show what a command, a resource or an operation takes.'],
]).join('\n')}

Resources, each with its operations:
${resources()
  .join(', ')
  .replace(/(.{60,75},) /g, '$1\n')
  .replace(/^/gm, '  ')}

  tidings users update --email ada@example.com --data-fields '{ "plan": "pro" }'
  tidings lists --help

Options:
${inColumns([...COMMON, ['--help', 'Show what a command takes.'], ['--version', 'Show the version.']]).join('\n')}

Environment, or a file \`.env\` in the folder it is run in:
  TIDINGS_API_KEY            A server-side key.
  TIDINGS_BASE_URL           Where the service is, such as https://api.example.com.
  TIDINGS_LOG                What to tell of requests: debug, info, warn or error.

Exit codes:
  0  All is done.
  1  The service, the network or a file was in the way.
  2  The command line cannot be followed.
  3  All is done, but some items were not taken (the failures file holds them), or an export was cut off.
  128 and the number of a signal, when one stopped it: 130 after Ctrl-C.`;

/** Runs `tidings`; gives the code to exit with. */
export async function runCommand(
  args: string[],
  host: Host = process,
  now: () => number = Date.now,
): Promise<number> {
  const terminal = createTerminal(host);
  try {
    return await dispatch(args, terminal, now);
  } catch (error) {
    return sayWhy(error, terminal);
  } finally {
    terminal.show('');
  }
}

async function dispatch(args: string[], terminal: Terminal, now: () => number): Promise<number> {
  // What a shell asks is read as it stands.
  if (args[0] === 'complete')
    return giveCandidates(args[1] === '--' ? args.slice(2) : args.slice(1), terminal);
  const { rest, common } = takeCommon(args, (option, before) => !!commandAt(before)?.command.isOwn?.(option));
  const isAsked = rest.some(isHelp);
  const words = rest.filter((word) => !isHelp(word));
  const [name = 'help', ...more] = words;
  const { give } = terminal;
  if (name === '--version' || name === '-v') await give(`${await version()}\n`);
  else if (name === 'help') await give(`${helpOn(more)}\n`);
  else if (isAsked || operationsOf(wordsOf(words.join(' '))).length) await give(`${helpOn(words)}\n`);
  else {
    const found = commandAt(words) ?? refuseWords(words);
    const connect: Context['connect'] = (options) => connectTo(terminal, common, { ...options, now });
    try {
      return await found.command.run(found.args, {
        terminal,
        now,
        connect,
        service: () => serviceOf(terminal, common.key),
      });
    } catch (error) {
      if (error instanceof UsageError) error.command ||= found.name;
      throw error;
    }
  }
  return EXIT.done;
}

const isHelp = (word: string) => word === '--help' || word === '-h';

/** The command that a command line begins with, and what is given to it. */
function commandAt(words: readonly string[]): { command: Command; name: string; args: string[] } | undefined {
  const [first = ''] = words;
  const command = commands[first];
  if (command) return { command, name: first, args: words.slice(1) };
  for (const count of [3, 2, 1]) {
    const operation = operationOf(words.slice(0, count).join(' '));
    if (operation) return { command: commandOf(operation), name: operation.words, args: words.slice(count) };
  }
  return undefined;
}

/** What `--help` prints of what some words name. */
function helpOn(words: readonly string[]): string {
  if (!words.length) return help();
  const resource = wordsOf(words.join(' '));
  const operations = operationsOf(resource);
  if (operations.length) return helpOfAll(resource, operations);
  return (commandAt(words) ?? refuseWords(words)).command.help;
}

function refuseWords(words: readonly string[]): never {
  const [first = ''] = words;
  const names = words.filter((word) => !word.startsWith('-'));
  const [resource = ''] = wordsOf(first).split(' ');
  if (resources().includes(resource)) refuseOperation(names.join(' '), 'words');
  const near = nearNames(first, [...Object.keys(commands), ...resources()]);
  return oneOf('command of `tidings`', first, near.length ? near : Object.keys(commands)) as never;
}

async function giveCandidates(words: readonly string[], { give }: Terminal): Promise<number> {
  const found = candidates(words, [...Object.keys(commands), 'help']);
  await give(found.map((one) => `${one}\n`).join(''));
  return EXIT.done;
}

/** Says what went wrong; gives the code to exit with. */
function sayWhy(error: unknown, { say }: Terminal): number {
  if (error instanceof Interrupted) return error.exitCode;
  const { message, code } = error as { message: string; code?: unknown };
  // Whoever read the answer has seen enough of it.
  if (code === 'EPIPE') return EXIT.done;
  say(`tidings: ${message}`);
  if (error instanceof UsageError)
    say(`Run \`${['tidings', error.command, '--help'].filter(Boolean).join(' ')}\` to see what it takes.`);
  return error instanceof UsageError || error instanceof OptionError ? EXIT.usage : EXIT.failed;
}

async function version(): Promise<string> {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
