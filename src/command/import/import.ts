import { existsSync } from 'node:fs';
import type { Admin, BulkOptions, BulkProgress, BulkReport, Checkpoint } from '../../admin/index.js';
import { openFailures, type FailuresFile } from './failures-file.js';
import { openImportCheckpoint } from './import-checkpoint.js';
import { importChoices, type ImportChoices } from './import-choices.js';
import { IMPORT_HELP } from './import-help.js';
import { importTypes } from './import-types.js';
import { examine, itemsOf } from './input-file.js';
import { count, createProgress, size, time } from '../progress.js';
import { UnreadableRow } from './row-reader.js';
import { EXIT, type Command, type Context } from '../context.js';
import { Interrupted } from '../terminal.js';

/** How many problems a dry run shows. */
const SHOWN = 5;

/** Sends the users, events or items of a file. */
export const importFile: Command = { help: IMPORT_HELP, run };

async function run(args: string[], context: Context): Promise<number> {
  const choices = importChoices(args);
  const admin = context.connect();
  const { terminal } = context;
  if (terminal.isLive) terminal.show(`Reading ${choices.file.path}…`);
  const found = await examine(choices.file, choices.reading, terminal.stop);
  if (choices.isDryRun) return plan(admin, choices, { ...context, total: found.count });

  const { type, checkpoint: path, isResumed, reading, file } = choices;
  const { target, mappings } = reading;
  const { format, delimiter } = file;
  const work = { type, digest: found.digest, choices: { target, mappings, format, delimiter } };
  // Before anything of an earlier import is touched.
  const checkpoint = await openImportCheckpoint(path, work, isResumed);
  try {
    const failures = await openFailures(choices.failures, { isResumed });
    return await send(admin, choices, { ...context, total: found.count, checkpoint, failures, args });
  } finally {
    await checkpoint.close();
  }
}

interface Sending extends Context {
  total: number;
  checkpoint: Checkpoint;
  failures: FailuresFile;
  args: string[];
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
    const report = await sendItems(admin, choices, { options, stop, failures });
    terminal.say(summaryOf(report, failures));
    return failures.count ? EXIT.someFailed : EXIT.done;
  } catch (error) {
    sayHowToGoOn(error, choices, sending);
    throw error;
  } finally {
    stop.removeEventListener('abort', finishing);
    failures.close();
  }
}

function sendItems(
  admin: Admin,
  { type, file, reading }: ImportChoices,
  {
    options,
    stop,
    failures,
  }: { options: BulkOptions<object>; stop: AbortSignal; failures: Pick<FailuresFile, 'add'> },
): Promise<BulkReport<object>> {
  const lines = new WeakMap<object, number>();
  async function* items() {
    for await (const { line, item } of itemsOf(file, reading)) {
      stop.throwIfAborted();
      lines.set(item, line);
      yield item;
    }
  }
  return importTypes[type].send(admin, items(), {
    target: reading.target,
    options: { ...options, onFailure: (failure) => failures.add(lines.get(failure.item) ?? 0, failure) },
  });
}

/** Says what an import would do. */
async function plan(
  admin: Admin,
  choices: ImportChoices,
  { terminal, total }: Context & { total: number },
): Promise<number> {
  const problems: string[] = [];
  const failures: Pick<FailuresFile, 'add'> = {
    add(line, { item, message, reason }) {
      const problem = item instanceof UnreadableRow ? item.problem : (message ?? reason);
      if (problems.length < SHOWN) problems.push(`line ${line}: ${problem}`);
    },
  };
  const options = { ...choices.options, dryRun: true, total };
  const report = await sendItems(admin, choices, { options, stop: terminal.stop, failures });
  const { read, failed, requests, bytes, leastTime } = report;
  for (const problem of problems) terminal.say(problem);
  if (failed > problems.length) terminal.say(`and ${count(failed - problems.length)} more`);
  terminal.say(
    `Nothing was sent. Of ${count(read)} read, ${count(read - failed)} would be sent in ${count(requests)} calls ` +
      `of ${size(bytes)}, in at least ${time(leastTime)}; ${count(failed)} could not be.`,
  );
  return failed ? EXIT.someFailed : EXIT.done;
}

function tellProgress(sending: Sending): (progress: BulkProgress) => void {
  const progress = createProgress(sending);
  const { total } = sending;
  return ({ sent, failed, skipped, rate, timeLeft }) => {
    const done = sent + failed + skipped;
    progress.tell(total ? done / total : 1, [
      `${count(done)} of ${count(total)}`,
      `${count(rate)} a second`,
      timeLeft !== undefined && `${time(timeLeft)} left`,
      failed > 0 && `${count(failed)} failed`,
    ]);
  };
}

function summaryOf({ read, sent, failed, skipped }: BulkProgress, failures: FailuresFile): string {
  const before = skipped ? `, ${count(skipped)} were done before` : '';
  const where = failures.count ? ` Those not taken are in ${failures.path}.` : '';
  return `${count(read)} read: ${count(sent)} sent, ${count(failed)} not taken${before}.${where}`;
}

/** Says how far an import was, and how to go on with it. */
function sayHowToGoOn(
  error: unknown,
  { checkpoint, isResumed }: ImportChoices,
  { terminal, total, args }: Sending,
) {
  const { report } = error as { report?: BulkProgress };
  if (!report || !existsSync(checkpoint)) return;
  const { sent, failed, skipped } = report;
  const isStopped = error instanceof Interrupted;
  const done = `${count(sent + failed + skipped)} of ${count(total)} are done`;
  const again = ['import', ...args, ...(isResumed ? [] : ['--resume'])].map(quoted).join(' ');
  terminal.say(`${isStopped ? 'Stopped' : 'It could not go on'}: ${done}. Go on with: tidings ${again}`);
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
