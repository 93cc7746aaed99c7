import { errorOf } from '../../lib/error-of.js';
import type { Pace } from './pace.js';
import { createRooms, type Rooms } from './concurrency.js';
import { createConnections } from './connections.js';
import { createLine, type Line, type Patience } from './line.js';

/** Decides which call is made when. */
export interface Turns {
  /** Resolves when a call of an operation may be made. */
  take(operation: string, patience: Patience): Promise<Turn>;
}

/** Leave to make one call. */
export interface Turn {
  /** How long the call waited for it, in milliseconds. */
  waited: number;
  /** For how much of that the service asked, which has refused another call. */
  asked: number;
  /** Says that the call has ended, and whether with an answer. */
  end(isAnswered: boolean): void;
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

/** How long after its turn was taken a call leaves as good as then, in milliseconds. */
const SOON = 20;
/** How often it is taken anew at most. */
const TRIES = 3;

/** Makes turns: calls of one operation go in the order they came, and those of another do not wait for them. */
export function createTurns(options: TurnsOptions): Turns {
  const lines = new Map<string, Line>();
  const rooms = createRooms(options.concurrency);
  const connections = createConnections(options.now);
  const { now, pace } = options;

  function lineOf(operation: string): Line {
    const found = lines.get(operation);
    if (found) return found;
    const line = createLine(operation, now);
    lines.set(operation, line);
    void run(operation, line);
    return line;
  }

  async function run(operation: string, line: Line): Promise<void> {
    // Whoever opened the line joins it first.
    await Promise.resolve();
    try {
      // Looked at again, since somebody may have joined as it was being left.
      do await serve(operation, line, rooms, options);
      while (line.size());
    } catch (error) {
      line.fail(errorOf(error));
    } finally {
      // At once, so that nobody joins a line that is served no more.
      lines.delete(operation);
    }
  }

  /** A pace that fails here has failed nobody: the call has been made. */
  async function postpone(operation: string, by: number): Promise<void> {
    try {
      await pace.postpone?.(operation, by);
    } catch {}
  }

  return {
    async take(operation, patience) {
      patience.signal?.throwIfAborted();
      const since = now();
      const line = lineOf(operation);
      const turn = line.join(patience);
      line.ask(refusedFor(pace, operation));
      const asked = await turn;
      const leftAt = now();
      const isOpen = connections.take();
      let isUnderWay = true;

      function end(isAnswered: boolean) {
        if (!isUnderWay) return;
        isUnderWay = false;
        rooms.leave();
        if (isAnswered) connections.give();
        // It took long to open, and the calls after it take no time: this one counts from when it surely was there.
        if (!isOpen) void postpone(operation, now() - leftAt);
      }
      return { waited: leftAt - since, asked, end };
    },
  };
}

/** Lets those in a line go, one after the other, as soon as the pace allows and there is room. */
async function serve(operation: string, line: Line, rooms: Rooms, options: TurnsOptions): Promise<void> {
  const { pace, now, onWait } = options;
  while (line.size()) {
    const askedAt = now();
    // Before there is room, so that a pace which is slow to answer takes none from other operations.
    const wait =
      (await pace.take(operation)) || (await enter(operation, line, rooms, { pace, now, askedAt }));
    if (!wait) continue;
    line.ask(refusedFor(pace, operation));
    if (!line.size()) return;
    onWait(operation, wait, line.size());
    await line.pause(wait);
  }
}

/** Lets the first of a line go once there is room, unless the service has come to ask for a wait, which it gives. */
async function enter(
  operation: string,
  line: Line,
  rooms: Rooms,
  { pace, now, askedAt }: Pick<TurnsOptions, 'pace' | 'now'> & { askedAt: number },
): Promise<number> {
  let takenAt = now();
  await rooms.enter();
  let isTaken = false;
  try {
    // Whoever made the room may have done so by being refused.
    const wait = refusedFor(pace, operation);
    if (wait) return wait;
    let since = askedAt;
    // To take it may itself take long, where the machine is busy.
    for (let tries = 0; tries < TRIES && now() - since > SOON; tries += 1) {
      since = now();
      const again = await pace.retake?.(operation, since - takenAt);
      if (again) return again;
      takenAt = now();
    }
    isTaken = line.admit();
    return 0;
  } finally {
    if (!isTaken) rooms.leave();
  }
}

function refusedFor(pace: Pace, operation: string): number {
  return pace.refusedFor?.(operation) ?? 0;
}
