import { saveExport } from '../admin/files.js';
import type { ExportProgress, ExportRun, NewExport } from '../admin/index.js';
import { flattened, handOver } from '../admin/exporting/parts.js';
import { EXPORT_DATA_TYPES } from '../admin/operations/export-data-type.js';
import { serviceDate } from './moments.js';
import { count, createProgress, size } from './progress.js';
import { EXIT, type Command, type Context } from './context.js';
import { oneOf, onlyOne, readArgs, wholeNumber, type ReadArgs } from './usage.js';

const HELP = `Usage: tidings export TYPE [options]

Gets records, such as those of \`user\`, \`customEvent\`, \`purchase\` or \`emailClick\`, by an export job.

  tidings export emailClick --from 2026-01-01 --to 2026-02-01 --out clicks.csv

Options:
  --from DATE        The first moment, such as 2026-01-31 or 2026-01-31T12:00+01:00; in UTC without a zone.
  --to DATE          The moment after the last.
  --out FILE         Where to write; the file is there once it is whole. Default: the standard output.
  --format csv|json  JSON has one record a line. Default: by the ending of the file, else json.
  --delimiter SIGN   Between the values of a row of CSV. Default: a comma.
  --campaign ID      Only what belongs to this campaign.
  --only FIELDS      The only fields to get, separated by commas.
  --omit FIELDS      Fields to leave out, separated by commas.
  --every SECONDS    How often to ask how far the job is. Default: 5.
  --help             Show this.

Ctrl-C cancels the job. What is cut off, since there is more than an export may hold, ends with 3.`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  out: { type: 'string' },
  format: { type: 'string' },
  delimiter: { type: 'string' },
  campaign: { type: 'string' },
  only: { type: 'string' },
  omit: { type: 'string' },
  every: { type: 'string', default: '5' },
} as const;

type Values = ReadArgs<typeof options>['values'];

/** Gets what the service has recorded. */
export const exportRecords: Command = { help: HELP, run };

async function run(args: string[], context: Context): Promise<number> {
  const { values, positionals } = readArgs(args, options);
  const type = oneOf(
    'type to export',
    onlyOne('a type to export, such as `user`', positionals),
    EXPORT_DATA_TYPES,
  );
  const query: NewExport = { dataTypeName: type, ...queryOf(values) };
  const every = wholeNumber('every', values.every) * 1_000;
  const { terminal } = context;
  const admin = context.connect();

  let state: ExportProgress | undefined;
  const run = admin.exports.run(query, {
    signal: terminal.stop,
    every,
    onProgress(progress) {
      state = progress;
    },
  });
  const watched = watch(run, context, () => state);
  const { bytes, exportTruncated } =
    values.out === undefined
      ? await handOver(watched.bytes(), (piece) => terminal.give(piece))
      : await saveExport(watched, values.out);

  const where = values.out === undefined ? '' : ` in ${values.out}`;
  terminal.say(`${count(bytes)} bytes${where}.`);
  if (!exportTruncated) return EXIT.done;
  terminal.say('It was cut off: there was more than an export may hold; ask for a shorter time.');
  return EXIT.cutOff;
}

function queryOf({
  from,
  to,
  out = '',
  format,
  delimiter,
  campaign,
  only,
  omit,
}: Values): Omit<NewExport, 'dataTypeName'> {
  const form = oneOf('format', format ?? (/\.csv$/i.test(out) ? 'csv' : 'json'), ['csv', 'json']);
  return {
    outputFormat: form === 'csv' ? 'text/csv' : 'application/x-json-stream',
    ...(from !== undefined && { startDateTime: serviceDate('from', from) }),
    ...(to !== undefined && { endDateTime: serviceDate('to', to) }),
    ...(delimiter !== undefined && { delimiter }),
    ...(campaign !== undefined && { campaignId: wholeNumber('campaign', campaign) }),
    ...(only !== undefined && { onlyFields: only }),
    ...(omit !== undefined && { omitFields: omit }),
  };
}

/** An export that tells how far it is while it is read. */
function watch(
  run: ExportRun<unknown>,
  { terminal, now }: Context,
  stateOf: () => ExportProgress | undefined,
): Pick<ExportRun<unknown>, 'bytes'> {
  const progress = createProgress({ terminal, now });
  const startedAt = now();
  let read = 0;
  async function* told(piece: Uint8Array) {
    read += piece.length;
    const rate = (read / Math.max(1, now() - startedAt)) * 1_000;
    progress.tell(undefined, [stateOf()?.jobState, size(read), `${size(rate)} a second`]);
    yield piece;
  }
  return { bytes: () => flattened(run.bytes(), told) };
}
