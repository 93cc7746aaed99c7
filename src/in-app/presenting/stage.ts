import type { InAppMessage } from '../../api/models/in-app.js';
import { bodyRead, on, onPageHidden } from '../../browser/page.js';
import { takeTurn } from '../../browser/turn.js';
import type { Host } from '../../host/host.js';
import type { CloseAction } from '../message-events.js';
import type { Showing } from '../showing/showing.js';
import { SHOWN_AT } from './candidates.js';

/** Lays a message out; one that was asked for waits for less. */
export type Show = (
  message: InAppMessage,
  place: string,
  isAskedFor: boolean,
  /** Hears that a visitor sees it. */
  onSeen: () => void,
) => Showing;

/** What a stage is made of. */
export interface StageOptions {
  host: Host;
  /** Gets what lays messages out, which a page without one never needs. */
  load: () => Promise<Show>;
  /** Hears that the next may come. */
  onFree: () => void;
  now: () => number;
}

/** A message, its place, and whether it is still wanted now that its turn has come: much may have happened meanwhile. */
type Request = [message: InAppMessage, place: string, isWanted: () => boolean | Promise<boolean>];

/** The place where one message stands at a time, over all tabs that the visitor sees. */
export interface Stage {
  /** The message of this tab that stands there, or is about to. */
  message(): InAppMessage | undefined;
  /** Closes what stands there. */
  close(by: CloseAction): void;
  /** Shows a message, if it is this tab's turn. Gives whether it is. */
  show(...request: Request): Promise<boolean>;
  /** Shows a message that was asked for: in the place of this tab's, and whatever other tabs show. The latest one counts. */
  showAtOnce(...request: Request): Promise<void>;
}

/** Makes a stage. */
export function createStage({ host, now, load, onFree }: StageOptions): Stage {
  /** What stands there, or was asked for last. */
  let latest: Request | undefined;
  let current: Showing | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let begun = Promise.resolve();
  const stamp = () => host.store((table) => table.put(SHOWN_AT, now())).catch(host.report);

  async function present(request: Request, isAskedFor: boolean): Promise<void> {
    const [message, place, isWanted] = request;
    let seen: Promise<unknown> | undefined;
    latest ??= request;
    try {
      const [show] = await Promise.all([load(), bodyRead()]);
      // To ask takes it out: only where it may still come.
      if (latest !== request) return;
      const wanted = isWanted();
      let isStill = false;
      try {
        // Meanwhile, since a browser takes long for a frame.
        current = show(message, place, isAskedFor, () => void (seen = stamp()));
      } finally {
        // Also of what cannot be laid out, or it would be tried again.
        isStill = await wanted;
      }
      if (!isStill || latest !== request) return;
      current.show();
      await current.ended;
      await (seen && stamp());
    } catch (error) {
      // What is wrong with one message is no reason not to show the next.
      host.report(error);
    } finally {
      current?.close('api');
      current = undefined;
      if (latest === request) latest = undefined;
    }
  }

  /** Whoever comes next waits for the turn also while it is asked for: it may be given. */
  function takeTurnFor(request: Request, isAskedFor: boolean): Promise<boolean> {
    return new Promise((resolve) => {
      let done: Promise<void> | undefined;
      turn = takeTurn(`${host.name} in-app`, () => {
        resolve(true);
        return untilHidden((done = present(request, isAskedFor)));
      }).then(() => {
        resolve(false);
        return done?.finally(onFree);
      });
    });
  }

  return {
    message: () => latest?.[0],
    close: (by) => current?.close(by),
    show: async (...request) => !latest && takeTurnFor(request, false),
    showAtOnce(...request) {
      latest = request;
      current?.close('api');
      begun = begun.then(async () => {
        await turn;
        if (latest === request && !(await takeTurnFor(request, true)))
          turn = present(request, true).finally(onFree);
      });
      return begun;
    },
  };
}

/**
 * Ends with some work, or once nobody sees the page: what stands in a tab behind keeps no other from its turn. Also before
 * the page is left, since Firefox keeps none for the way back whose turn it is by then.
 */
async function untilHidden(work: Promise<void>): Promise<void> {
  let stops: (() => void)[] = [];
  const hidden = new Promise<void>((resolve) => {
    stops = [onPageHidden(resolve), on(globalThis, 'beforeunload', () => resolve())];
  });
  await Promise.race([work, hidden]).finally(() => stops.forEach((stop) => stop()));
}
