import { instead } from '../../lib/near-names.js';
import { checkService } from '../connect.js';
import { EXIT, type Command, type Context } from '../context.js';
import { createTable, inColumns } from '../table.js';
import type { Terminal } from '../terminal.js';
import { oneOf, readArgs, refuse } from '../usage.js';
import { keysFile, savedKeys, saveKeys, warnIfOpen } from './saved-keys.js';

const HELP = `Usage: tidings keys add NAME --base-url URL
       tidings keys list
       tidings keys remove NAME

Keeps keys with the services that they open, in a file that only you can read. A key is typed in unseen, or fed in, and
never shown.

  tidings keys add shop --base-url https://api.example.com
  tidings keys add default --base-url https://api.example.com < key.txt
  tidings lists list --key shop

The one that is named \`default\` is used where neither \`--key\` nor \`TIDINGS_API_KEY\` says which.

Options:
${inColumns([
  ['--base-url URL', 'Where the service is, such as https://api.example.com.'],
  ['--help', 'Show this.'],
]).join('\n')}`;

/** Keeps keys, under names. */
export const keys: Command = { help: HELP, run };

async function run(args: string[], { terminal }: Context): Promise<number> {
  const { values, positionals } = readArgs(args, { 'base-url': { type: 'string' } });
  const [given = '', name, ...others] = positionals;
  const work = oneOf('work on keys', given, ['add', 'list', 'remove'] as const);
  if (others.length || (work === 'list' && name)) refuse(`${others[0] ?? name} is one too many`);
  if (work === 'list') await list(terminal);
  else if (!name) refuse(`\`keys ${work}\` needs the name of a key`);
  else if (work === 'remove') remove(name, terminal);
  else await add(name, values['base-url'], terminal);
  return EXIT.done;
}

async function add(name: string, baseUrl: string | undefined, terminal: Terminal): Promise<void> {
  if (!baseUrl) return refuse('`keys add` needs `--base-url`, such as `--base-url https://api.example.com`');
  const apiKey = (await terminal.ask('The key, which is not shown: ', { isSecret: true })).trim();
  if (!apiKey) return refuse('No key was given: type it in, or feed it in');
  if (/[\r\n]/.test(apiKey)) return refuse('More than one line was fed in: feed in the key alone');
  checkService({ apiKey, baseUrl });
  saveKeys(savedKeys(terminal.variables).set(name, { apiKey, baseUrl }), terminal.variables);
  terminal.say(`Kept as ${name} in ${keysFile(terminal.variables)}`);
}

async function list({ give, say, variables }: Terminal): Promise<void> {
  warnIfOpen(variables, say);
  const rows = [...savedKeys(variables)].map(([name, { baseUrl }]) => ({ name, baseUrl }));
  if (!rows.length) say('No key is kept yet: `tidings keys add NAME --base-url URL` keeps one');
  const { heading, lineOf } = createTable(['name', 'baseUrl'], rows);
  if (rows.length) await give(`${[heading, ...rows.map(lineOf)].join('\n')}\n`);
}

function remove(name: string, { say, variables }: Terminal): void {
  const kept = savedKeys(variables);
  if (!kept.delete(name))
    refuse(`No key is kept as ${name}. ${kept.size ? instead(name, [...kept.keys()]) : ''}`.trim());
  saveKeys(kept, variables);
  say(`${name} is kept no more`);
}
