import { existsSync } from 'node:fs';
import type { BulkProgress, Checkpoint } from '../../admin/index.js';
import type { Context } from '../context.js';
import { count, createProgress, time } from '../progress.js';
import { Interrupted } from '../terminal.js';
import type { FailuresFile } from './failures-file.js';
import type { ImportChoices } from './import-choices.js';

/** What an import is sent with. */
export interface Sending extends Context {
  /** How many items there are; unknown of what is read once. */
  total: number | undefined;
  checkpoint: Checkpoint | undefined;
  failures: FailuresFile;
  args: string[];
}

/** What is told of an import while it goes on. */
type Going = Pick<BulkProgress, 'sent' | 'failed' | 'skipped' | 'rate' | 'timeLeft'>;

/** Makes what tells how far an import is. */
export function tellProgress(sending: Sending): (progress: Going) => void {
  const progress = createProgress(sending);
  const { total } = sending;
  return ({ sent, failed, skipped, rate, timeLeft }) => {
    const done = sent + failed + skipped;
    const all = total === undefined ? '' : ` of ${count(total)}`;
    progress.tell(total === 0 ? 1 : total && done / total, [
      `${count(done)}${all}`,
      `${count(rate)} a second`,
      timeLeft !== undefined && `${time(timeLeft)} left`,
      failed > 0 && `${count(failed)} failed`,
    ]);
  };
}

/** What became of an import, in a sentence. */
export function summaryOf(
  { read, sent, failed, skipped }: Pick<BulkProgress, 'read' | 'sent' | 'failed' | 'skipped'>,
  failures: FailuresFile,
): string {
  const before = skipped ? `, ${count(skipped)} were done before` : '';
  const where = failures.count ? ` Those not taken are in ${failures.path}.` : '';
  return `${count(read)} read: ${count(sent)} sent, ${count(failed)} not taken${before}.${where}`;
}

/** Says how far an import was, and how to go on with it. */
export function sayHowToGoOn(
  error: unknown,
  { checkpoint, isResumed }: ImportChoices,
  { terminal, total, args }: Sending,
) {
  const { report } = error as { report?: BulkProgress };
  if (!report || (checkpoint && !existsSync(checkpoint))) return;
  const { read, sent, failed, skipped } = report;
  const stopped = error instanceof Interrupted ? 'Stopped' : 'It could not go on';
  const all = total === undefined ? `${count(read)} read` : count(total);
  const again = ['import', ...args, ...(isResumed ? [] : ['--resume'])].map(quoted).join(' ');
  const how = checkpoint ? `Go on with: tidings ${again}` : 'What is read once cannot be gone on with';
  terminal.say(`${stopped}: ${count(sent + failed + skipped)} of ${all} are done. ${how}`);
}

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
