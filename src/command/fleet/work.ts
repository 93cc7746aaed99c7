import type { Command, Context } from '../context.js';
import { count } from '../progress.js';
import { onlyOne, readArgs } from '../usage.js';
import { aborted, joinFleet } from './fleet.js';

const HELP = `Usage: tidings work REDIS [options]

Takes part in imports that are shared by \`tidings import … --workers REDIS\`, with the same key, until it is stopped.

  tidings work redis://10.0.0.5:6379

Ctrl-C finishes what is under way and leaves the rest to others; a second one leaves it at once.

Options:
  --help  Show this.`;

/** Works on what others import. */
export const work: Command = { help: HELP, run };

async function run(args: string[], context: Context): Promise<number> {
  const { terminal } = context;
  const url = onlyOne('the address of a Redis', readArgs(args, {}).positionals);
  const fleet = await joinFleet(url, context);
  const worker = fleet.work();
  worker.on('active', ({ data }) => terminal.say(`Sends ${count(data.count)} ${data.type}`));
  worker.on('failed', (_job, { message }) => terminal.say(`It could not go on: ${message}`));
  terminal.say('Waits for imports; Ctrl-C ends it.');
  try {
    await aborted(terminal.stop);
    terminal.say('Finishing what is under way; Ctrl-C again leaves it.');
  } finally {
    await fleet.leave(worker, terminal.quit);
  }
  throw terminal.stop.reason;
}
