import type { InAppMessage } from '../api/models/in-app.js';
import { takeTurn } from '../browser/turn.js';
import type { Host } from '../host/host.js';
import { SHOWN_AT } from './candidates.js';
import type { Showing } from './showing/showing.js';

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

/** Whether a message is still wanted now that its turn has come: much may have happened meanwhile. */
export type IsWanted = () => boolean | Promise<boolean>;

/** The place where one message stands at a time, over all tabs. */
export interface Stage {
  /** The message of this tab that stands there. */
  readonly current: Showing | undefined;
  /** Shows a message, if it is this tab's turn. Gives whether it is. */
  show(message: InAppMessage, place: string, isWanted: IsWanted): Promise<boolean>;
  /** Shows a message that was asked for: in the place of this tab's, and whatever other tabs show. The latest one counts. */
  showAtOnce(message: InAppMessage, place: string, isWanted: IsWanted): Promise<void>;
}

/** Makes a stage. */
export function createStage(options: StageOptions): Stage {
  const { host, load, onFree } = options;
  let current: Showing | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let [begun, asked] = [Promise.resolve(), 0];

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
