import { errorOf } from '../../lib/error-of.js';
import { pause } from '../../lib/wait.js';
import type { Pace } from './pace.js';
import { createRooms, type Rooms } from './concurrency.js';

/** Decides which call is made when. */
export interface Turns {
  /** Resolves when a call of an operation may be made. */
  take(operation: string, signal?: AbortSignal): Promise<Turn>;
}

/** Leave to make one call. */
export interface Turn {
  /** How long the call waited for it, in milliseconds. */
  waited: number;
  /** Says that the call has ended. */
  end(): void;
}

/** What turns depend on. */
export interface TurnsOptions {
  pace: Pace;
  /** How many calls may be under way. */
  concurrency: number;
  now: () => number;
  /** Hears that calls of an operation wait, for so many milliseconds. */
  onWait: (operation: string, wait: number, waiting: number) => void;
}

/** A call that waits for its turn. */
interface Waiting {
  go(): void;
  fail(reason: Error): void;
}

/** Those who wait to call one operation. */
interface Line {
  operation: string;
  waiting: Set<Waiting>;
}

/** Makes turns: calls of one operation go in the order they came, and those of another do not wait for them. */
export function createTurns(options: TurnsOptions): Turns {
  const lines = new Map<string, Line>();
  const rooms = createRooms(options.concurrency);

  function lineOf(operation: string): Line {
    const found = lines.get(operation);
    if (found) return found;
    const line = { operation, waiting: new Set<Waiting>() };
    lines.set(operation, line);
    void run(line);
    return line;
  }

  async function run(line: Line): Promise<void> {
    // Whoever opened the line joins it first.
    await Promise.resolve();
    try {
      await serve(line, rooms, options);
    } catch (error) {
      for (const waiting of line.waiting) waiting.fail(errorOf(error));
    } finally {
      // At once, so that nobody joins a line that is served no more.
      lines.delete(line.operation);
    }
  }

  return {
    async take(operation, signal) {
      signal?.throwIfAborted();
      const since = options.now();
      await join(lineOf(operation).waiting, signal);
      let leave: (() => void) | undefined = rooms.leave;
      const end = () => {
        leave?.();
        leave = undefined;
      };
      return { waited: options.now() - since, end };
    },
  };
}

/** Resolves when it is the caller's turn, who then has a room. */
function join(line: Set<Waiting>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const part = (settle: () => void) => () => {
      signal?.removeEventListener('abort', giveUp);
      line.delete(waiting);
      settle();
    };
    const giveUp = part(() => reject(signal?.reason as Error));
    const waiting: Waiting = { go: part(resolve), fail: (reason) => part(() => reject(reason))() };
    signal?.addEventListener('abort', giveUp);
    line.add(waiting);
  });
}

/** Lets those in a line go, one after the other, as soon as there is room and the pace allows. */
async function serve({ operation, waiting: line }: Line, rooms: Rooms, options: TurnsOptions): Promise<void> {
  while (line.size) {
    await rooms.enter();
    const wait = await takeOrLeave(operation, line, rooms, options.pace);
    if (!wait) continue;
    options.onWait(operation, wait, line.size);
    await pause(wait);
  }
}

/** Lets the first of a line go, or leaves the room again; gives how long the pace wants to wait. */
async function takeOrLeave(operation: string, line: Set<Waiting>, rooms: Rooms, pace: Pace): Promise<number> {
  let isTaken = false;
  try {
    const wait = line.size ? await pace.take(operation) : 0;
    const [first] = line;
    isTaken = !!first && !wait;
    if (isTaken) first?.go();
    return wait;
  } finally {
    if (!isTaken) rooms.leave();
  }
}
