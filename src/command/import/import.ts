import { strangersIn } from '../../admin/bulk/item-shapes.js';
import type { Admin, BulkFailure, BulkOptions, BulkProgress, BulkReport } from '../../admin/index.js';
import { importTogether } from '../fleet/import-together.js';
import { randomId } from '../../lib/random-id.js';
import { openFailures, type FailuresFile } from './failures-file.js';
import { openImportCheckpoint, type ImportIdentity } from './import-checkpoint.js';
import { importChoices, type ImportChoices } from './import-choices.js';
import { IMPORT_HELP } from './import-help.js';
import { importTypes } from './import-types.js';
import { examine, itemsOf } from './input-file.js';
import { count, size, time } from '../progress.js';
import { UnreadableRow } from './row-reader.js';
import { quoted, sayHowToGoOn, summaryOf, tellProgress, type Sending } from './telling.js';
import { EXIT, type Command, type Context } from '../context.js';
import { Interrupted, type Terminal } from '../terminal.js';
import { UsageError } from '../usage.js';

/** How many problems a dry run shows. */
const SHOWN = 5;

/** Sends the users, events or items of a file. */
export const importFile: Command = { help: IMPORT_HELP, run };

async function run(args: string[], context: Context): Promise<number> {
  const choices = importChoices(args);
  const admin = context.connect();
  const { terminal } = context;
  const { checkpoint: path, file, reading, isResumed } = choices;
  if (terminal.isLive) terminal.show(`Reading ${file.name}…`);
  const found = path === undefined ? undefined : await examine(file, { reading, terminal });
  const total = found?.count;
  if (choices.isDryRun) return plan(admin, choices, { ...context, total });

  // Before anything of an earlier import is touched.
  const checkpoint =
    found && path !== undefined
      ? await openImportCheckpoint(path, identityOf(choices, found.digest), isResumed)
      : undefined;
  try {
    const failures = await openFailures(choices.failures, { isResumed });
    const doIt = choices.workers === undefined ? send : sendTogether;
    return await doIt(admin, choices, { ...context, total, checkpoint, failures, args });
  } finally {
    await checkpoint?.close();
  }
}

function identityOf({ type, file, reading, workers }: ImportChoices, digest: string): ImportIdentity {
  const { target, mappings } = reading;
  const { format, delimiter } = file;
  const choices = { target, mappings, format, delimiter, ...(workers !== undefined && { isShared: true }) };
  return { type, digest, choices };
}

async function send(admin: Admin, choices: ImportChoices, sending: Sending): Promise<number> {
  const { terminal, total, checkpoint, failures } = sending;
  const { stop, quit } = terminal;
  const finishing = () => terminal.say('Finishing what is under way; Ctrl-C again leaves it.');
  stop.addEventListener('abort', finishing);
  const options: BulkOptions<object> = {
    ...choices.options,
    signal: quit,
    checkpoint,
    total,
    onProgress: tellProgress(sending),
  };
  try {
    const { report, strangers } = await sendItems(admin, choices, { options, terminal, failures });
    sayWhatToMap(terminal, strangers);
    terminal.say(summaryOf(report, failures));
    return failures.count ? EXIT.someFailed : EXIT.done;
  } catch (error) {
    sayHowToGoOn(error, choices, sending);
    const hasBegun = (error as { report?: BulkProgress }).report?.sent;
    // What is wrong with the rows of what is read once is found when others have been sent.
    throw error instanceof UsageError && hasBegun ? new Error(error.message, { cause: error }) : error;
  } finally {
    stop.removeEventListener('abort', finishing);
    failures.close();
  }
}

/** Has all who work for the same key send it, this process among them. */
async function sendTogether(_: Admin, choices: ImportChoices, sending: Sending): Promise<number> {
  const { terminal, checkpoint, failures, total } = sending;
  const { run = randomId() } = ((await checkpoint?.load()) ?? {}) as { run?: string };
  await checkpoint?.save({ run });
  const tell = tellProgress(sending);
  const finishing = () =>
    terminal.say(
      'Finishing what is under way here, and withdrawing what nobody has begun; Ctrl-C again leaves it.',
    );
  terminal.stop.addEventListener('abort', finishing);
  const startedAt = sending.now();
  try {
    const { sent } = await importTogether(
      {
        url: choices.workers ?? '',
        choices,
        run,
        failures,
        onProgress({ sent: done, failed }) {
          const rate = ((done + failed) / Math.max(1, sending.now() - startedAt)) * 1_000;
          const left = Math.max(0, (total ?? 0) - done - failed);
          tell({ sent: done, failed, skipped: 0, rate, timeLeft: rate ? (left / rate) * 1_000 : undefined });
        },
      },
      sending,
    );
    await checkpoint?.save(undefined);
    terminal.say(summaryOf({ read: total ?? 0, sent, failed: failures.count, skipped: 0 }, failures));
    return failures.count ? EXIT.someFailed : EXIT.done;
  } catch (error) {
    sayHowToGoOn(error, choices, sending);
    throw error;
  } finally {
    terminal.stop.removeEventListener('abort', finishing);
    failures.close();
  }
}

/** Sends the items of a file; gives what became of them, and the names of fields that stand where none may. */
async function sendItems(
  admin: Admin,
  { type, file, reading, checkpoint, isDryRun }: ImportChoices,
  {
    options,
    terminal,
    failures,
  }: { options: BulkOptions<object>; terminal: Terminal; failures: Pick<FailuresFile, 'add'> },
): Promise<{ report: BulkReport<object>; strangers: Set<string> }> {
  const lines = new WeakMap<object, number>();
  const strangers = new Set<string>();
  let stopped: Interrupted | undefined;
  async function* items() {
    try {
      for await (const { line, item } of itemsOf(file, { reading, terminal })) {
        terminal.stop.throwIfAborted();
        lines.set(item, line);
        yield item;
      }
    } catch (error) {
      // What was read of what is read once is nowhere else, so it is sent before this is told.
      if (checkpoint || isDryRun || !(error instanceof Interrupted)) throw error;
      stopped = error;
    }
  }
  function onFailure(failure: BulkFailure<object>): void {
    const { item } = failure;
    failures.add(lines.get(item) ?? 0, failure);
    if (item instanceof UnreadableRow || strangers.size >= SHOWN) return;
    for (const name of strangersIn(item, reading.type.shape)) strangers.add(name);
  }
  const how = { target: reading.target, options: { ...options, onFailure } };
  const report = await importTypes[type].send(admin, items(), how);
  if (stopped) throw Object.assign(stopped, { report });
  return { report, strangers };
}

/** Says which fields of lines of JSON stand where none may, and how to put them elsewhere. */
function sayWhatToMap({ say }: Terminal, strangers: ReadonlySet<string>): void {
  const maps = [...strangers].map((name) => `--map ${quoted(`${name}=${name}`)}`);
  if (maps.length) say(`Say where these fields go: ${maps.join(' ')}`);
}

/** Says what an import would do. */
async function plan(
  admin: Admin,
  choices: ImportChoices,
  { terminal, total }: Context & { total: number | undefined },
): Promise<number> {
  const problems: string[] = [];
  const failures: Pick<FailuresFile, 'add'> = {
    add(line, { item, message, reason }) {
      const problem = item instanceof UnreadableRow ? item.problem : (message ?? reason);
      if (problems.length < SHOWN) problems.push(`line ${line}: ${problem}`);
    },
  };
  const options = { ...choices.options, dryRun: true, total };
  const { report, strangers } = await sendItems(admin, choices, { options, terminal, failures });
  sayWhatToMap(terminal, strangers);
  const { read, failed, requests, bytes, leastTime } = report;
  for (const problem of problems) terminal.say(problem);
  if (failed > problems.length) terminal.say(`and ${count(failed - problems.length)} more`);
  terminal.say(
    `Nothing was sent. Of ${count(read)} read, ${count(read - failed)} would be sent in ${count(requests)} calls ` +
      `of ${size(bytes)}, in at least ${time(leastTime)}; ${count(failed)} could not be.`,
  );
  return failed ? EXIT.someFailed : EXIT.done;
}
