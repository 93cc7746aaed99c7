import { basename } from 'node:path';
import type { NewExport } from '../../admin/index.js';
import { writeWhole } from '../../admin/exporting/whole-file.js';
import { PlanError } from '../../plan/plan-error.js';
import { readPlan } from '../../plan/read-plan.js';
import type { Plan } from '../../plan/schema.js';
import { EXIT, type Command, type Context } from '../context.js';
import { bytesIn } from '../json-input.js';
import { serviceDate } from '../moments.js';
import { count, createProgress } from '../progress.js';
import { milliseconds, oneOf, onlyOne, readArgs, refuse, type ReadArgs } from '../usage.js';
import { bytesOf } from '../terminal.js';
import { inOneLine } from '../visible.js';
import { eventsFile } from './events-file.js';
import { createSeenPlan } from './seen-plan.js';

const HELP = `Usage: tidings types PLAN.json [options]
       tidings types --from-service [options]

Makes the types for \`createClient<Events>\` from a tracking plan: a JSON Schema whose properties are the events by name.
Without a plan, from the custom events that the service has recorded, by an export job: it keeps no list of them.

  tidings types plan.json --out events.d.ts
  tidings types --from-service --from 2026-01-01 --out plan.json

Options:
  --out FILE           Where to write. Default: the standard output.
  --from-service       Look at what was recorded; a field that each of an event has is required.
  --from DATE          The first moment to look at, such as 2026-01-31. Default: all that there is.
  --to DATE            The moment after the last.
  --every SECONDS      How often to ask how far the job is. Default: 5.
  --format types|plan  The types, or the plan itself. Default: a plan for a file that ends with .json, else types.
  --help               Show this.

\`-\` in place of a file is what is fed in.`;

const options = {
  out: { type: 'string' },
  'from-service': { type: 'boolean', default: false },
  from: { type: 'string' },
  to: { type: 'string' },
  every: { type: 'string', default: '5' },
  format: { type: 'string' },
} as const;

type Values = ReadArgs<typeof options>['values'];

/** A plan, what it was made of, and the code to exit with. */
interface Found {
  plan: Plan;
  source: string;
  code: number;
}

/** Makes the types of a tracking plan. */
export const types: Command = { help: HELP, run };

async function run(args: string[], context: Context): Promise<number> {
  const { values, positionals } = readArgs(args, options);
  const { out, format = out?.endsWith('.json') ? 'plan' : 'types' } = values;
  if (out === '') refuse('`--out` must name a file');
  const form = oneOf('format', format, ['types', 'plan']);
  const isSeen = values['from-service'];
  if (isSeen && positionals[0] !== undefined) refuse('there can be a plan or `--from-service`, not both');
  if (!isSeen && (values.from ?? values.to) !== undefined)
    refuse('`--from` and `--to` say what of the service to look at: add `--from-service`');

  const { plan, source, code } = isSeen
    ? await planOfService(values, context)
    : await planIn(onlyOne('a plan, such as `plan.json`, or `--from-service`', positionals), context);
  const text = form === 'plan' ? `${JSON.stringify(plan, null, 2)}\n` : eventsFile(plan, source);
  if (out === undefined) await context.terminal.give(text);
  else {
    await writeWhole(out, (put) => put(text));
    const { length } = Object.keys(plan.properties);
    context.terminal.say(`${count(length)} event${length === 1 ? '' : 's'} in ${out}.`);
  }
  return code;
}

async function planIn(path: string, { terminal }: Context): Promise<Found> {
  const isFed = path === '-';
  const name = isFed ? 'the plan' : path;
  const bytes = await (isFed ? bytesOf(terminal.input()) : bytesIn(path));
  try {
    const plan = readPlan(bytes);
    return { plan, source: isFed ? 'a plan' : inOneLine(basename(path)), code: EXIT.done };
  } catch (error) {
    if (error instanceof PlanError) return refuse(`${name}: ${error.message}`);
    throw error;
  }
}

/** What the service has recorded, as a plan. */
async function planOfService(
  { from, to, every }: Values,
  { connect, terminal, now }: Context,
): Promise<Found> {
  const query: NewExport = {
    dataTypeName: 'customEvent',
    outputFormat: 'application/x-json-stream',
    ...(from !== undefined && { startDateTime: serviceDate('from', from) }),
    ...(to !== undefined && { endDateTime: serviceDate('to', to) }),
  };
  const seen = createSeenPlan();
  const progress = createProgress({ terminal, now });
  let [records, state] = [0, ''];
  const tell = () => progress.tell(undefined, [state, `${count(records)} records`]);
  const rows = connect()
    .exports.run(query, {
      signal: terminal.stop,
      every: milliseconds('every', every),
      onProgress({ jobState }) {
        state = jobState;
        tell();
      },
    })
    [Symbol.asyncIterator]();
  let step = await rows.next();
  for (; !step.done; step = await rows.next()) {
    seen.add(step.value);
    records += 1;
    tell();
  }
  if (!seen.size)
    throw new Error('The service has recorded no custom event in that time: there is no type to make');
  if (step.value.exportTruncated)
    terminal.say('It was cut off: there was more than an export may hold; ask for a shorter time.');
  return {
    plan: seen.plan(),
    source: 'what the service has recorded',
    code: step.value.exportTruncated ? EXIT.cutOff : EXIT.done,
  };
}
