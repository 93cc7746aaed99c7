import { errorOf } from '../../lib/error-of.js';
import { pause } from '../../lib/wait.js';

/** Whether a place answers that may be away. */
export interface Presence {
  /** Whether it answered when it was last asked; looks again, without waiting for that, where it did not. */
  isHere(): boolean;
  /** What the place answers to a question; `undefined` when it answers nothing within a second, and so is away. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined>;
  /** When it went or came the last time; never yet is `-Infinity`. */
  changedAt(): number;
}

/** What a presence goes by. */
export interface PresenceOptions {
  /** Whether it is worth asking. */
  isReady: () => boolean;
  /** Resolves when it is there. */
  probe: () => Promise<void>;
  now: () => number;
  /** Hears that it is away, with the error, and that it is back, with nothing. */
  onChange: (error: Error | undefined) => void;
}

/** How long an answer may take, in milliseconds. */
const PATIENCE = 1_000;

/** Knows of a place whether it is there, by whether it answers; at first it is taken to be. */
export function createPresence({ isReady, probe, now, onChange }: PresenceOptions): Presence {
  let changedAt = -Infinity;
  let isAway = false;
  let isLooking = false;

  function change(error: Error | undefined) {
    if (isAway === (error !== undefined)) return;
    isAway = !isAway;
    changedAt = now();
    onChange(error);
  }

  /** One look at a time: what is frozen would gather them. */
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    const askedAt = now();
    try {
      await probe();
      if (now() - askedAt < PATIENCE) change(undefined);
    } catch {
      // It is still away, as is known.
    } finally {
      isLooking = false;
    }
  }

  return {
    isHere() {
      if (!isReady()) change(new Error('Redis is not connected'));
      else if (isAway) void look();
      return !isAway;
    },
    async ask(question) {
      try {
        return await soon(question());
      } catch (error) {
        change(errorOf(error));
        return undefined;
      }
    },
    changedAt: () => changedAt,
  };
}

/** The answer, unless it takes too long. */
async function soon<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const controller = new AbortController();
  async function giveUp(): Promise<never> {
    await pause(PATIENCE, controller.signal);
    // Who was busy all the while has not read yet what came.
    await pause(0, controller.signal);
    throw new Error('Redis did not answer within a second');
  }
  try {
    return await Promise.race([answer, giveUp()]);
  } finally {
    controller.abort();
  }
}
