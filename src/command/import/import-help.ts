/** What `tidings import --help` prints. */
export const IMPORT_HELP = `Usage: tidings import users|events|items FILE [options]

Sends what is in a file, in a pipe, or fed in (\`-\`): CSV with a header, or one JSON object a line.

  tidings import users people.csv --map 'E-mail=email' --map 'Age=age:number' --dry-run
  tidings import events bought.csv --event bought --map 'When=createdAt'
  tidings import items mugs.ndjson --catalog Mugs
  cat people.csv | tidings import users - --format csv
  tail -f bought.ndjson | tidings import events - --format ndjson --flush-interval 1

Columns of CSV go by their names: \`email\` and \`userId\` name the person of users and events, \`itemId\` an item;
events have \`eventName\`, \`id\`, \`createdAt\`, \`campaignId\` and \`templateId\` too. All others are fields of the
profile, the event or the item; a dot in a name makes a field within a field. Empty values are left out. A line of JSON
is an item as the service takes it, but for the names that \`--map\` puts elsewhere.

Options:
  --map COLUMN=FIELD[:TYPE]  Where a column goes, and what it holds: text, number, boolean, date or json. A dot makes
                             a field within a field; COLUMN= leaves the column out. Once for each column.
  --dry-run                  Read and check all, say what would be sent, and send nothing.
  --resume                   Go on with an import that was stopped.
  --event NAME               The name of events that have none of their own.
  --catalog NAME             The catalog, for items.
  --list ID                  Put the users on this list too.
  --format csv|ndjson        What the file is. Default: by its ending.
  --delimiter SIGN           Between the values of a row of CSV. Default: a comma.
  --chunk-size N             How many items go in a call, at most. Default: 1000.
  --flush-interval SECONDS   How long what comes slowly may wait for more, so as to go in one call. Default: 5 for what
                             is read once, else until a call is full.
  --concurrency N            How many calls are under way at a time, at most. Default: 4.
  --workers REDIS            Send it together with all machines where "tidings work REDIS" runs with the same key.
  --help                     Show this.

Beside the file stand FILE.failures.ndjson, with each item that was not taken and why, which can be imported itself,
and until all is done FILE.checkpoint.json. Ctrl-C finishes what is under way and says how to go on; a second one
leaves it, and it is sent again when you go on.

What is fed in, a pipe, and a .gz, which is unpacked, are read once and checked row by row: what comes before a fault
is sent, how much there is is not known, and nothing goes on from where it was stopped, for which reason Ctrl-C sends
what was read. What is not taken of a pipe or of what is fed in stands in stdin.failures.ndjson.`;
