import { listings, type Listing } from './listings.js';
import { EXIT, type Command, type Context } from './context.js';
import { createTable } from './table.js';
import type { Terminal } from './terminal.js';
import { oneOf, onlyOne, readArgs, wholeNumber } from './usage.js';
import { jsonOf } from './visible.js';

const HELP = `Usage: tidings list TYPE [options]

Lists what the service has: a table on a terminal, elsewhere one JSON object a line.

Types: ${Object.keys(listings)
  .join(', ')
  .replace(/(.{50,70}, )/g, '$1\n       ')}

Options:
  --list ID        Only the users of this list, for \`users\`.
  --catalog NAME   The catalog, for \`items\`.
  --limit N        At most so many.
  --json           One JSON object a line, on a terminal too.
  --help           Show this.`;

const options = {
  list: { type: 'string' },
  catalog: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** How many rows decide how wide the columns of a table are. */
const MEASURED = 50;

/** Lists what the service has. */
export const list: Command = { help: HELP, run };

async function run(args: string[], { terminal, connect }: Context): Promise<number> {
  const { values, positionals } = readArgs(args, options);
  const names = Object.keys(listings) as (keyof typeof listings)[];
  const name = oneOf('type to list', onlyOne('a type to list, such as `campaigns`', positionals), names);
  const limit = values.limit === undefined ? Infinity : wholeNumber('limit', values.limit);
  const listing: Listing = listings[name];
  const rows = listing.rows({
    connect,
    list: values.list === undefined ? undefined : wholeNumber('list', values.list),
    catalog: values.catalog,
    how: { signal: terminal.stop },
  });
  if (terminal.isShown && !values.json) await showTable(firstOf(rows, limit), listing, terminal);
  else for await (const row of firstOf(rows, limit)) await terminal.give(`${jsonOf(row)}\n`);
  return EXIT.done;
}

async function showTable(
  rows: AsyncIterable<object>,
  { columns }: Listing,
  { give }: Terminal,
): Promise<void> {
  let table: ReturnType<typeof createTable> | undefined;
  let first: object[] = [];
  const begin = async () => {
    table = createTable(columns, first);
    const lines = [table.heading, ...first.map(table.lineOf)];
    first = [];
    await give(`${lines.join('\n')}\n`);
  };
  for await (const row of rows) {
    if (table) await give(`${table.lineOf(row)}\n`);
    else first.push(row);
    if (first.length === MEASURED) await begin();
  }
  if (!table) await begin();
}

async function* firstOf(rows: AsyncIterable<object> | Iterable<object>, limit: number) {
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count >= limit) return;
  }
}
