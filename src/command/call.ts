import type { Route } from '../admin/index.js';
import { COMMON } from './common-options.js';
import type { Command, Context } from './context.js';
import { jsonInput } from './json-input.js';
import { CALL_OPTIONS, CALL_WORDS, makeCall, type Target } from './operations/make-call.js';
import { operationOf, operations, refuseOperation } from './operations/operations.js';
import { inColumns } from './table.js';
import { listOf, onlyOne, readArgs, refuse } from './usage.js';

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
  const target = targetOf(onlyOne('an operation, such as `lists.list`', positionals));
  const { json } = values;
  if (json === undefined) refuseWithout(target);
  const input = json === undefined ? {} : await jsonInput(json, context.terminal);
  return makeCall(target, input, values, context);
}

function targetOf(given: string): Target {
  if (/^[A-Z]+ \//.test(given)) return routeOf(given as Route);
  return operationOf(given) ?? refuseOperation(given, 'name');
}

/** What a route does harm to is known where it is an operation's; of another, that it deletes. */
function routeOf(route: Route): Target {
  const [path = ''] = route.split('?');
  const known = operations().find((one) =>
    new RegExp(`^${one.route.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return {
    name: route,
    route,
    harm: known ? known.harm : route.startsWith('DELETE') ? 'deletes' : undefined,
  };
}

/** Refuses to call without what the operation cannot do without. */
function refuseWithout({ name }: Target): void {
  const missing = operationOf(name)?.fields.filter(({ isRequired }) => isRequired) ?? [];
  if (!missing.length) return;
  const names = missing.map((field) => `\`${field.name}\``);
  refuse(`${name} needs ${listOf(names, 'and')}: give \`--json '{ "${missing[0]?.name}": ... }'\``);
}
