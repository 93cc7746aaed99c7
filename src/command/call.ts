import type { Route } from '../admin/index.js';
import { jsonInput } from './json-input.js';
import { operationNames } from './operation-names.js';
import { EXIT, type Command, type Context } from './context.js';
import type { Terminal } from './terminal.js';
import { instead, onlyOne, readArgs, refuse, wholeNumber } from './usage.js';

const HELP = `Usage: tidings call OPERATION [options]

Calls an operation and prints its answer. \`tidings list operations\` shows all of them.

  tidings call lists.create --json '{ "name": "Spring sale" }'
  tidings call users.update --json @ada.json
  tidings call 'GET /api/lists/7/size'

Options:
  --json JSON|@FILE|-   What goes in: an object, a file that holds one, or \`-\` for what is fed in.
  --safe                Refuse to call what sends messages to people.
  --timeout SECONDS     How long to wait for each answer. Default: 10.
  --help                Show this.`;

const options = {
  json: { type: 'string' },
  safe: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '10' },
} as const;

/** Calls one operation. */
export const call: Command = { help: HELP, run };

async function run(args: string[], { terminal, connect }: Context): Promise<number> {
  const { values, positionals } = readArgs(args, options);
  const route = routeOf(onlyOne('an operation, such as `lists.list`', positionals));
  const timeout = wholeNumber('timeout', values.timeout) * 1_000;
  const input = values.json === undefined ? {} : await jsonInput(values.json, terminal);
  const admin = connect({ safeMode: values.safe });

  const answer = await admin.request(route, input, { timeout, signal: terminal.stop });
  await print(answer, terminal);
  return EXIT.done;
}

function routeOf(given: string): Route {
  if (/^[A-Z]+ \//.test(given)) return given as Route;
  const names = operationNames();
  return names.get(given) ?? refuse(`${given} is no operation. ${instead(given, [...names.keys()])}`.trim());
}

async function print(answer: unknown, { give }: Terminal): Promise<void> {
  if (answer === undefined) return;
  if (answer instanceof ReadableStream) for await (const piece of answer) await give(piece as Uint8Array);
  else if (typeof answer === 'string') await give(answer.endsWith('\n') ? answer : `${answer}\n`);
  else await give(`${JSON.stringify(answer, null, 2)}\n`);
}
