import type { InAppMessage } from '../api/models/in-app.js';
import { isVisible } from '../browser/page.js';
import { takeTurn } from '../browser/turn.js';
import { createAlarm } from '../lib/alarm.js';
import { createQueue } from '../lib/queue.js';
import { createCandidates, SHOWN_AT, type CandidatesOptions } from './candidates.js';
import type { Messages } from './messages.js';
import type { Showing } from './showing/showing.js';
import type { CloseAction } from './message-events.js';

/** Lays a message out. */
export type Show = (message: InAppMessage, place: string) => Showing;

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
    close: (by) => stage.close(by),
    stop() {
      state.isPaused = true;
      state.isStopped = true;
      stage.close('api');
    },
  };
}

/** Makes the function that shows what is due now, if anything, and gives when to look again. */
function createAttempt(options: PresenterOptions, stage: Stage, isPaused: () => boolean) {
  const { host, messages, load, now } = options;
  const candidates = createCandidates(options);

  return async (): Promise<number> => {
    if (isPaused() || stage.isTaken() || !isVisible()) return Infinity;
    const at = await candidates.due();
    if (at > now()) {
      if (at < Infinity) host.note('A message waits for its interval');
      return at;
    }
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

/** What a stage is made of. */
interface StageOptions extends PresenterOptions {
  /** Hears that the next may come. */
  onFree: () => void;
}

/** A message, its place, and whether it is still wanted now that its turn has come: much may have happened meanwhile. */
type Request = [message: InAppMessage, place: string, isWanted: () => boolean | Promise<boolean>];

/** The place where one message stands at a time, over all tabs. */
interface Stage {
  /** Whether a message of this tab stands there, or is about to. */
  isTaken(): boolean;
  /** Closes what stands there. */
  close(by: CloseAction): void;
  /** Shows a message, if it is this tab's turn. Gives whether it is. */
  show(...request: Request): Promise<boolean>;
  /** Shows a message that was asked for: in the place of this tab's, and whatever other tabs show. The latest one counts. */
  showAtOnce(...request: Request): Promise<void>;
}

/** Makes a stage. */
function createStage({ host, now, load, onFree }: StageOptions): Stage {
  /** What stands there, or was asked for last. */
  let latest: Request | undefined;
  let current: Showing | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let begun = Promise.resolve();
  const stamp = () => host.store((table) => table.put(SHOWN_AT, now()));

  async function present(request: Request): Promise<void> {
    const [message, place, isWanted] = request;
    latest ??= request;
    try {
      const show = await load();
      if (!(await isWanted()) || latest !== request) return;
      current = show(message, place);
      await stamp();
      await current.ended;
      await stamp();
    } catch (error) {
      // What is wrong with one message is no reason not to show the next.
      host.report(error);
    } finally {
      current = undefined;
      if (latest === request) latest = undefined;
    }
  }

  /** Whoever comes next waits for the turn also while it is asked for: it may be given. */
  async function takeTurnFor(request: Request): Promise<boolean> {
    const asked = takeTurn(`${host.name} in-app`, () => present(request));
    turn = asked.then((taken) => taken?.ended.finally(onFree));
    return !!(await asked);
  }

  return {
    isTaken: () => !!latest,
    close: (by) => current?.close(by),
    show: async (...request) => !latest && takeTurnFor(request),
    showAtOnce(...request) {
      latest = request;
      current?.close('api');
      begun = begun.then(async () => {
        await turn;
        if (latest === request && !(await takeTurnFor(request))) turn = present(request).finally(onFree);
      });
      return begun;
    },
  };
}
