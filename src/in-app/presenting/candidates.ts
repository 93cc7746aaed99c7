import type { InAppMessage } from '../../api/models/in-app.js';
import { pagePath } from '../../browser/navigation.js';
import type { KeyOf } from '../../browser/store.js';
import type { Host } from '../../host/host.js';
import { within } from '../../lib/deadline.js';
import { ignore } from '../../lib/ignore.js';
import type { Messages } from '../keeping/messages.js';
import { mayCome, timeOf } from '../message.js';
import type { Triggers } from './triggers.js';

/** Where the device keeps when a message was last on the page. */
export const SHOWN_AT = 'in-app shown' as KeyOf<number>;

/** What a page says of a message that is about to come: whether it may come here, or that this is not the moment. */
export type Decision = boolean | 'defer';

/** What candidates are chosen from, and how. */
export interface CandidatesOptions {
  host: Host;
  messages: Pick<Messages, 'all' | 'isUnread'>;
  triggers: Pick<Triggers, 'dueAt'>;
  /** How long after one message the next may come by itself, in milliseconds. */
  interval: number;
  /** May refuse a message here, put it off, or delay it; one of which it says nothing comes. */
  beforeShow?: ((message: InAppMessage) => Decision | void | Promise<Decision | void>) | undefined;
  /** Whether messages are kept from coming by themselves. */
  isPaused: () => boolean;
  now: () => number;
}

/**
 * What may come by itself, and when. One that fails is tried once on a page, so that it does not stop the others; one
 * that the page refuses is asked for again at another address, and one that it defers after the interval.
 */
export interface Candidates {
  /** When the next may come; never, if there is none. Pages and tabs count together. */
  due(): Promise<number>;
  /** The next, unless the page does not want it now. */
  next(): Promise<InAppMessage | undefined>;
  /** Takes one out, to be shown. Gives whether it is still there to be taken. */
  take(message: InAppMessage): boolean;
  /** Whether one that was taken, and was not seen yet, may still come. */
  holds(message: InAppMessage): boolean;
  /** Lets one come again that was taken. */
  putBack(message: InAppMessage): void;
  /** Whether something may come at another address, or after an event. */
  isWaiting(): boolean;
  /** When another of them is due next, or is not put off any more; never, as far as is known. */
  changesAt(): number;
  /** What becomes of a message that may come. */
  stateOf(message: InAppMessage): 'due' | 'waiting' | 'deferred';
}

/** How long a message is put off at least, in milliseconds. */
const LEAST = 5_000;
/** How long the page may delay a message, in milliseconds: the others wait meanwhile. */
const LONGEST_DELAY = 60_000;
/** How long it is not asked again when a message was last on the page, in milliseconds: another tab may show one. */
const FRESH = 2_000;

function answerOf(beforeShow: NonNullable<CandidatesOptions['beforeShow']>, message: InAppMessage) {
  const onTimeout = () => new Error('`beforeShow` took longer than a minute: the message is left out');
  return within({ timeout: LONGEST_DELAY, onTimeout }, async () => beforeShow(message));
}

/** Makes the candidates of a page. */
export function createCandidates(options: CandidatesOptions): Candidates {
  const { host, messages, triggers, interval, beforeShow, isPaused, now } = options;
  const tried = new Set<string>();
  /** Where the page has refused messages, and when it has put them off. */
  const refused = new Map<string, string>();
  const deferred = new Map<string, number>();
  const isRefused = (id: string) => refused.get(id) === pagePath();
  const lastShown = () => host.store((table) => table.get(SHOWN_AT));
  const openedAt = now();
  /** Asked for while messages are still on their way into the device, since the first of them waits for it. */
  let early: ReturnType<typeof lastShown> | undefined = lastShown();
  // It is told to whoever waits for it.
  early.catch(ignore);
  /** So long after a time; one that has not come was told by a clock that was wrong. */
  const after = (span: number, at = NaN) => (at <= now() ? at + span : 0);
  const deferredTo = (id: string) => after(Math.max(interval, LEAST), deferred.get(id));

  function dueAt(message: InAppMessage): number {
    const { messageId: id } = message;
    return isRefused(id) ? Infinity : Math.max(triggers.dueAt(message), deferredTo(id));
  }
  const waiting = () =>
    messages.all().filter((message) => mayCome(message, now()) && !tried.has(message.messageId));
  const times = () => waiting().map(dueAt);
  const find = () => nextMessage(waiting(), (message) => dueAt(message) <= now());

  return {
    async due() {
      const soonest = Math.min(...times());
      if (soonest === Infinity) return soonest;
      const asked = (now() - openedAt < FRESH && early) || lastShown();
      early = undefined;
      return Math.max(after(interval, await asked), soonest);
    },
    async next() {
      const message = find();
      if (!message) return undefined;
      const { messageId: id } = message;
      const place = pagePath();
      tried.add(id);
      const decision = beforeShow && (await answerOf(beforeShow, message));
      tried.delete(id);
      if (decision === 'defer') deferred.set(id, now());
      // The page may have written there, and by another id it is never found; or have frozen it.
      else if (decision || decision === undefined) return { ...message, messageId: id };
      else refused.set(id, place);
      return undefined;
    },
    take(message) {
      // The visitor may have gone on to a page that it is not for.
      if (dueAt(message) > now()) return false;
      tried.add(message.messageId);
      return messages.isUnread(message);
    },
    holds: (message) => !isPaused() && messages.isUnread(message) && dueAt(message) <= now(),
    putBack: ({ messageId }) => void tried.delete(messageId),
    changesAt: () => Math.min(...times().filter((at) => at > now())),
    isWaiting: () => waiting().length > 0,
    stateOf(message) {
      const { messageId: id } = message;
      if (isRefused(id) || deferredTo(id) > now()) return 'deferred';
      return triggers.dueAt(message) <= now() ? 'due' : 'waiting';
    },
  };
}

/** What comes before what: the more urgent, then the older. */
function byPriority(a: InAppMessage, b: InAppMessage): number {
  const urgency = levelOf(a) - levelOf(b);
  return urgency || (timeOf(a.createdAt) || 0) - (timeOf(b.createdAt) || 0);
}

function levelOf({ priorityLevel: level }: InAppMessage): number {
  return typeof level === 'number' ? level : 300.5;
}

/** The first of those that are due, if there is one. */
export function nextMessage(
  messages: readonly InAppMessage[],
  isDue: (message: InAppMessage) => boolean,
): InAppMessage | undefined {
  return messages.filter(isDue).sort(byPriority)[0];
}
