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

/** What a stage is made of. */
interface StageOptions extends PresenterOptions {
  /** Hears that the next may come. */
  onFree: () => void;
}

/** Whether a message is still wanted now that its turn has come: much may have happened meanwhile. */
type IsWanted = () => boolean | Promise<boolean>;

/** The place where one message stands at a time, over all tabs. */
interface Stage {
  /** The message of this tab that stands there. */
  readonly current: Showing | undefined;
  /** Shows a message, if it is this tab's turn. Gives whether it is. */
  show(message: InAppMessage, place: string, isWanted: IsWanted): Promise<boolean>;
  /** Shows a message that was asked for: in the place of this tab's, and whatever other tabs show. The latest one counts. */
  showAtOnce(message: InAppMessage, place: string, isWanted: IsWanted): Promise<void>;
}

/** Makes a stage. */
function createStage(options: StageOptions): Stage {
  const { host, load, onFree } = options;
  let current: Showing | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let begun = Promise.resolve();
  let asked = 0;

  async function present(...[message, place, isWanted]: Request): Promise<void> {
    const before = asked;
    let showing: Showing | undefined;
    try {
      const show = await load();
      if (!(await isWanted()) || before !== asked) return;
      showing = current = show(message, place);
      await stand(showing, options);
    } catch (error) {
      // What is wrong with one message is no reason not to show the next.
      host.report(error);
    } finally {
      if (current === showing) current = undefined;
    }
  }

  async function show(...request: Request): Promise<boolean> {
    const taken = await takeTurn(`${host.name} in-app`, () => present(...request));
    if (taken) turn = taken.ended.finally(onFree);
    return !!taken;
  }

  return {
    get current() {
      return current;
    },
    show,
    showAtOnce(...request) {
      const mine = ++asked;
      current?.close('api');
      return (begun = begun.then(async () => {
        await turn;
        if (mine === asked && !(await show(...request))) turn = present(...request).finally(onFree);
      }));
    },
  };
}

type Request = Parameters<Stage['show']>;

/** Lets a message stand until it is closed, and writes down when one stood. */
async function stand({ ended }: Showing, { host, now }: StageOptions): Promise<void> {
  const stamp = () => host.store((table) => table.put(SHOWN_AT, now()));
  await stamp();
  await ended;
  await stamp();
}
