import type { InAppMessage } from '../api/models/in-app.js';
import { isVisible } from '../browser/page.js';
import { createAlarm } from '../lib/alarm.js';
import { createQueue } from '../lib/queue.js';
import { createCandidates, type CandidatesOptions } from './candidates.js';
import type { Messages } from './messages.js';
import { createStage, type Show, type Stage } from './stage.js';
import type { CloseAction } from './message-events.js';

/** What a presenter shows, and when. */
export interface PresenterOptions extends CandidatesOptions {
  /** Gets what lays messages out, which a page without one never needs. */
  load: () => Promise<Show>;
}

/** Shows what is due: one message at a time, in one tab at a time. */
export interface Presenter {
  /** Looks whether something is due. */
  look(): void;
  /** Shows a message now, since somebody asks for it. */
  show(message: InAppMessage, place: string): Promise<void>;
  pause(): void;
  resume(): void;
  /** Closes what is shown. */
  close(by: CloseAction): void;
  /** Closes what is shown, and shows nothing more. */
  stop(): void;
}

/** How long to wait for another tab to close its message, or for what went wrong to pass, in milliseconds. */
const RETRY = 5_000;

/** Makes a presenter. */
export function createPresenter(options: PresenterOptions): Presenter {
  const { host, messages, interval, now } = options;
  const alarm = createAlarm(look, now);
  const stage = createStage({ ...options, onFree: () => alarm.set(now()) });
  const state = { isPaused: false, isStopped: false };
  const take = createQueue(createAttempt(options, stage, () => state.isPaused));

  function look() {
    alarm.clear();
    take().then(alarm.set, (error: unknown) => {
      host.report(error);
      alarm.set(now() + interval + RETRY);
    });
  }

  return {
    look,
    show: (message, place) =>
      stage.showAtOnce(message, place, () => !state.isStopped && isAmong(messages, message)),
    pause: () => void (state.isPaused = true),
    resume() {
      state.isPaused = state.isStopped;
      look();
    },
    close: (by) => stage.current?.close(by),
    stop() {
      state.isPaused = state.isStopped = true;
      stage.current?.close('api');
    },
  };
}

/** Makes the function that shows what is due now, if anything, and gives when to look again. */
function createAttempt(options: PresenterOptions, stage: Stage, isPaused: () => boolean) {
  const { messages, load, now } = options;
  const candidates = createCandidates(options);

  return async (): Promise<number> => {
    if (isPaused() || stage.current || !isVisible()) return Infinity;
    const at = await candidates.due();
    if (at > now()) return at;
    // Before a turn is asked for: what cannot be loaded is tried later, and not in vain for every message.
    await load();
    const message = await candidates.next();
    if (!message) return now();
    const isTurn = await stage.show(message, 'in-app', async () => {
      // Another tab may have shown it, or the visitor have turned away.
      await messages.recall();
      if (isPaused() || !isVisible() || (await candidates.due()) > now()) return false;
      return candidates.take(message);
    });
    return isTurn ? Infinity : now() + RETRY;
  };
}

function isAmong(messages: Messages, { messageId }: InAppMessage): boolean {
  return messages.find(messageId) !== undefined;
}
