import type { Attempt } from './answering/attempts.js';

/** How long it waits at most, unless it is told, in milliseconds. */
const TIMEOUT = 5_000;
/** How long it waits before it looks again, in milliseconds. */
const INTERVAL = 10;
/** The longest that timers can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;
/** How many of the last calls an error tells of. */
const TOLD = 5;

/** The timer as it is when this is loaded: a test that holds the time of timers must not hold its own waiting. */
const startTimer = globalThis.setTimeout;
const stopTimer = globalThis.clearTimeout;

/** How long to wait. */
export interface WaitOptions {
  /** In milliseconds. Default: 5000. */
  timeout?: number;
}

/** What a predicate gave when it was no longer empty, zero or false. */
export type Truthy<Value> = Exclude<Value, '' | 0 | false | null | undefined>;

/** Looks again and again until `look` gives something; rejects when the time is over, and says what was called last. */
export async function waitFor<Found>(
  look: () => Found | Promise<Found>,
  requests: readonly Attempt[],
  { timeout = TIMEOUT }: WaitOptions = {},
): Promise<Truthy<Found>> {
  if (!(timeout >= 0)) throw new TypeError('`timeout` must be milliseconds from 0');
  const deadline = createDeadline(timeout);
  try {
    for (;;) {
      // What has come by the end of the time is not missed: it is looked for once more.
      const isOver = deadline.isOver();
      const { found, cause }: Outcome<Found> = await Promise.race([
        outcomeOf(look),
        (isOver ? pause() : deadline.over).then(() => UNANSWERED),
      ]);
      if (found) return found;
      if (isOver) {
        const words = `What was waited for did not come within ${timeout} ms. ${lastOf(requests)}`;
        throw new Error(words, { cause });
      }
      await pause();
    }
  } finally {
    deadline.end();
  }
}

/** The end of a time, in milliseconds; timers know none that is later than {@link LONGEST}. */
function createDeadline(timeout: number) {
  let isOver = false;
  let timer: ReturnType<typeof startTimer> | undefined;
  const over = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    timer = startTimer(end, Math.min(timeout, LONGEST));
  });
  return { over, isOver: () => isOver, end: () => stopTimer(timer) };
}

const pause = () => new Promise<void>((resolve) => void startTimer(resolve, INTERVAL));

/** What a look came to. */
interface Outcome<Found> {
  found?: Truthy<Found>;
  cause?: unknown;
}

/** That of one which takes longer than there is time. */
const UNANSWERED = { cause: new Error('The predicate did not answer in time') };

/** What a look gave; or what it threw, which may hold yet, and says what is missing. */
async function outcomeOf<Found>(look: () => Found | Promise<Found>): Promise<Outcome<Found>> {
  try {
    const found = await look();
    return found ? { found: found as Truthy<Found> } : {};
  } catch (cause) {
    return { cause };
  }
}

function lastOf(requests: readonly Attempt[]): string {
  const last = requests.slice(-TOLD).map(({ route, status, fault }) => `${route} ${fault ?? status ?? '…'}`);
  return last.length ? `The last calls were: ${last.join(', ')}` : 'There was no call';
}
