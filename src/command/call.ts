import type { Route } from '../admin/index.js';
import { rowOf } from '../admin/operations/row-of.js';
import { listOf } from '../lib/near-names.js';
import { COMMON } from './common-options.js';
import type { Command, Context } from './context.js';
import { jsonInput } from './json-input.js';
import { CALL_OPTIONS, CALL_WORDS, makeCall, type Target } from './operations/make-call.js';
import { harmOf, operationOf, refuseOperation, type CommandOperation } from './operations/operations.js';
import { inColumns } from './table.js';
import { onlyOne, readArgs, refuse } from './usage.js';

const HELP = `Usage: tidings call OPERATION [options]

Calls an operation or a route with an object, and prints the answer. \`tidings list operations\` shows all of them; each is
a command of its own too, with its fields as options: \`tidings help lists create\`.

  tidings call lists.create --json '{ "name": "Spring sale" }'
  tidings call users.update --json @ada.json
  tidings call 'GET /api/lists/7/size'

Options:
${inColumns([
  ['--json JSON|@FILE|-', 'What goes in: an object, a file that holds one, or `-` for what is fed in.'],
  ...CALL_WORDS,
  ...COMMON,
  ['--help', 'Show this.'],
]).join('\n')}`;

/** Calls one operation. */
export const call: Command = { help: HELP, run };

async function run(args: string[], context: Context): Promise<number> {
  const { values, positionals } = readArgs(args, CALL_OPTIONS);
  const given = onlyOne('an operation, such as `lists.list`', positionals);
  const isRoute = /^[A-Z]+ \//.test(given);
  const operation = isRoute ? undefined : (operationOf(given) ?? refuseOperation(given, 'name'));
  const { json } = values;
  if (json === undefined && operation) refuseWithout(operation);
  const input = json === undefined ? {} : await jsonInput(json, context.terminal);
  return makeCall(operation ?? routeOf(given as Route, input), input, values, context);
}

/** What a route does harm to is known where it is an operation's; of another, that it deletes. */
function routeOf(route: Route, input: object): Target {
  const row = rowOf(route, input);
  return { name: route, route, harm: row ? harmOf(row) : route.startsWith('DELETE') ? 'deletes' : undefined };
}

/** Refuses to call without what the operation cannot do without. */
function refuseWithout({ name, fields }: CommandOperation): void {
  const missing = fields.filter(({ isRequired }) => isRequired);
  if (!missing.length) return;
  const names = missing.map((field) => `\`${field.name}\``);
  refuse(`${name} needs ${listOf(names, 'and')}: give \`--json '{ "${missing[0]?.name}": ... }'\``);
}
