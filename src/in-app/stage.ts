import type { InAppMessage } from '../api/in-app.js';
import { takeTurn } from '../browser/lock.js';
import type { Host } from '../events/host.js';
import { SHOWN_AT } from './candidates.js';
import type { Showing } from './showing.js';
import type { CloseAction } from './telling.js';

/** Lays a message out. */
export type Show = (message: InAppMessage, place: string) => Showing;

/** What a stage is made of. */
export interface StageOptions {
  host: Host;
  /** Gets what lays messages out, which a page without one never needs. */
  load: () => Promise<Show>;
  /** Hears that the next may come. */
  onFree: () => void;
  now: () => number;
}

/** The place where one message stands at a time, over all tabs. */
export interface Stage {
  /** Whether a message of this tab stands there. */
  isTaken(): boolean;
  /** Shows a message, if it is this tab's turn and it is still wanted then. Gives whether it is this tab's turn. */
  show(message: InAppMessage, place: string, isWanted: () => boolean): Promise<boolean>;
  close(by: CloseAction): void;
  /** Closes what this tab shows, and waits until that is gone. */
  clear(): Promise<void>;
}

/** Makes a stage. */
export function createStage({ host, load, onFree, now }: StageOptions): Stage {
  let current: Showing | undefined;
  let turn: Promise<unknown> | undefined;
  const stamp = () => host.store((table) => table.put(SHOWN_AT, now()));

  async function present(message: InAppMessage, place: string, isWanted: () => boolean): Promise<void> {
    try {
      const show = await load();
      // Much may have happened while the turn came.
      if (!isWanted()) return;
      current = show(message, place);
      await stamp();
      await current.ended;
      await stamp();
    } catch (error) {
      // What is wrong with one message is no reason not to show the next.
      host.report(error);
    } finally {
      current = undefined;
    }
  }

  return {
    isTaken: () => current !== undefined,
    close: (by) => current?.close(by),
    async clear() {
      current?.close('api');
      await turn;
    },
    async show(message, place, isWanted) {
      const [isTaken, ended] = await takeTurn(`${host.name} in-app`, () => present(message, place, isWanted));
      if (isTaken) turn = ended.finally(onFree);
      return isTaken;
    },
  };
}
