import type { InAppMessage } from '../api/models/in-app.js';
import type { KeyOf } from '../browser/store.js';
import type { Host } from '../host/host.js';
import { within } from '../lib/deadline.js';
import type { Messages } from './messages.js';
import { htmlOf, isAlive, isImmediate, timeOf } from './message.js';

/** Where the device keeps when a message was last on the page. */
export const SHOWN_AT = 'in-app shown' as KeyOf<number>;

/** What candidates are chosen from, and how. */
export interface CandidatesOptions {
  host: Host;
  messages: Messages;
  /** How long after one message the next may come by itself, in milliseconds. */
  interval: number;
  /** May refuse a message, or delay it. */
  beforeShow?: ((message: InAppMessage) => boolean | Promise<boolean>) | undefined;
  now: () => number;
}

/** What may come by itself, and when. Each message is tried once on a page, so that one that fails does not stop the others. */
export interface Candidates {
  /** When the next may come; never, if there is none. Pages and tabs count together. */
  due(): Promise<number>;
  /** The next, unless the page refuses it. */
  next(): Promise<InAppMessage | undefined>;
  /** Takes one out, to be shown. Gives whether it is still there to be taken. */
  take(message: InAppMessage): boolean;
}

/** How long the page may delay a message, in milliseconds: the others wait meanwhile. */
const LONGEST_DELAY = 60_000;

function answerOf(beforeShow: NonNullable<CandidatesOptions['beforeShow']>, message: InAppMessage) {
  const onTimeout = () => new Error('`beforeShow` took longer than a minute: the message is left out');
  return within({ timeout: LONGEST_DELAY, onTimeout }, async () => beforeShow(message));
}

/** Makes the candidates of a page. */
export function createCandidates(options: CandidatesOptions): Candidates {
  const { host, messages, interval, beforeShow, now } = options;
  const tried = new Set<string>();
  const find = () =>
    nextMessage(
      messages.all().filter(({ messageId }) => !tried.has(messageId)),
      now(),
    );

  return {
    async due() {
      if (!find()) return Infinity;
      const last = (await host.store((table) => table.get(SHOWN_AT))) ?? NaN;
      // A time that has not come was told by a clock that was wrong.
      return last <= now() ? last + interval : 0;
    },
    async next() {
      const message = find();
      if (!message) return undefined;
      tried.add(message.messageId);
      if (beforeShow && !(await answerOf(beforeShow, message))) return undefined;
      tried.delete(message.messageId);
      return message;
    },
    take({ messageId }) {
      const message = messages.find(messageId);
      tried.add(messageId);
      return message !== undefined && !message.read;
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

/** The message that is due, if there is one: alive, unread, to be shown by itself, and with something to show. */
export function nextMessage(messages: readonly InAppMessage[], now: number): InAppMessage | undefined {
  return messages
    .filter(
      (message) =>
        !message.read && isImmediate(message) && htmlOf(message) !== undefined && isAlive(message, now),
    )
    .sort(byPriority)[0];
}
