import type { Hooks } from '../admin/index.js';
import type { Context } from './context.js';
import { count, time } from './progress.js';

/** How much longer than what was told a wait must be to be told too, in milliseconds. */
const WORTH_TELLING = 1_000;

/** Makes the hooks that say why nothing happens just now: a call waits to be made again, or for its pace. */
export function tellWaits({
  terminal,
  now,
}: Pick<Context, 'terminal' | 'now'>): Required<Pick<Hooks, 'onRetry' | 'onThrottle'>> {
  let toldUntil = -Infinity;

  function tell(wait: number, line: string): void {
    const until = now() + wait;
    if (wait < WORTH_TELLING || until < toldUntil + WORTH_TELLING) return;
    toldUntil = until;
    if (terminal.isLive) terminal.show(line);
    else terminal.say(line);
  }

  return {
    onRetry: ({ error, wait }) => tell(wait, `Trying again in ${time(wait)}: ${(error as Error).message}`),
    onThrottle: ({ route, wait, waiting }) =>
      tell(wait, `Waiting ${time(wait)} for the pace of ${route}, calls that wait: ${count(waiting)}`),
  };
}
