import type { InAppMessage } from '../../api/models/in-app.js';
import { onAddressChanged } from '../../browser/navigation.js';
import { pageInView } from '../../browser/in-view.js';
import { isVisible, onOnline } from '../../browser/page.js';
import { createAlarm } from '../../lib/alarm.js';
import { createQueue } from '../../lib/queue.js';
import type { CloseAction } from '../message-events.js';
import type { Messages } from '../keeping/messages.js';
import { createCandidates, type Candidates, type CandidatesOptions } from './candidates.js';
import { createStage, type Show, type Stage } from './stage.js';

/** What a presenter shows, and when. */
export interface PresenterOptions extends CandidatesOptions {
  messages: Messages;
  /** Gets what lays messages out. */
  load: () => Promise<Show>;
  /** Hears that it was looked what is due. */
  onLooked: () => void;
}

/** Shows what is due: one message at a time, in one tab at a time. */
export interface Presenter extends Pick<Candidates, 'stateOf' | 'changesAt' | 'holds' | 'putBack'> {
  /** Looks whether something is due. */
  look(): void;
  /** Shows a message now, since somebody asks for it. */
  show(message: InAppMessage, place: string): Promise<void>;
  /** Closes what is shown. */
  close(by: CloseAction): void;
  /** Closes what is shown, and shows nothing more. */
  stop(): void;
}

/** How long to wait for another tab to close its message, or for what went wrong to pass, in milliseconds. */
const RETRY = 5_000;

/** Makes a presenter. */
export function createPresenter(options: PresenterOptions): Presenter {
  const { host, messages, interval, onLooked, now } = options;
  const alarm = createAlarm(look, now);
  const stage = createStage({ ...options, onFree: () => alarm.set(now()) });
  const candidates = createCandidates(options);
  let isStopped = false;
  // What is about to come when it ends does not come any more.
  const isPaused = () => isStopped || options.isPaused();
  const attempt = createAttempt({ ...options, isPaused }, stage, candidates);
  // What fails is told here, once for all who have looked meanwhile.
  const take = createQueue(() => attempt().catch(retry));
  let stopFollowing: (() => void) | undefined;
  // What could not be loaded may be there now.
  const stopListening = onOnline(look);

  /** While a message waits, it may be for another page of this one. */
  function follow() {
    if (!candidates.isWaiting()) stopFollowing = stopFollowing?.() as undefined;
    else stopFollowing ??= onAddressChanged(look);
  }
  function look() {
    if (isStopped) return;
    follow();
    alarm.clear();
    void take().then((at) => {
      if (isStopped) return;
      alarm.set(at);
      onLooked();
    });
  }
  function retry(error: unknown): number {
    host.report(error);
    return now() + interval + RETRY;
  }

  return {
    ...candidates,
    look,
    show: (message, place) =>
      stage.showAtOnce(message, place, () => !isStopped && !!messages.find(message.messageId)),
    close: (by) => stage.close(by),
    stop() {
      isStopped = true;
      alarm.clear();
      stopListening();
      stopFollowing?.();
      stage.close('api');
    },
  };
}

/** Makes the function that shows what is due now, if anything, and gives when to look again. */
function createAttempt(options: PresenterOptions, stage: Stage, candidates: Candidates) {
  const { host, messages, load, isPaused, now } = options;
  let noted = '';

  /** Tells whoever looks for a message why it does not come. */
  function note(why: string) {
    if (why !== noted) host.note(why);
    noted = why;
  }

  return async (): Promise<number> => {
    // A frame that nobody sees keeps no other page from its turn.
    await pageInView();
    if (isPaused() || stage.message() || !isVisible()) return Infinity;
    const at = await candidates.due();
    if (at > now()) {
      if (at < Infinity) note('A message waits for its interval, or its time');
      else if (candidates.isWaiting()) note('A message waits for its event, or its page');
      return at;
    }
    // Before a turn is asked for: what cannot be loaded is tried later, and not in vain for every message.
    await load();
    const message = await candidates.next();
    if (!message) return now();
    const isTurn = await stage.show(message, 'in-app', async () => {
      // Another tab may have shown it, or the visitor have turned away, or have asked for another one.
      await messages.recall();
      if (isPaused() || !isVisible() || (await candidates.due()) > now()) return false;
      return stage.message() === message && candidates.take(message);
    });
    return isTurn ? Infinity : now() + RETRY;
  };
}
