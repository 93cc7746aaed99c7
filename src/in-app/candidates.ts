import type { InAppMessage } from '../api/in-app.js';
import type { Host } from '../events/host.js';
import type { Messages } from './messages.js';
import { nextMessage } from './next-message.js';

/** Where the device keeps when a message was last on the page. */
export const SHOWN_AT = 'in-app shown';

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
  /** Takes note that one is being shown. */
  take(message: InAppMessage): void;
}

/** Makes them. */
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
      const last = Number(await host.store((table) => table.get(SHOWN_AT)));
      // A time that has not come was told by a clock that was wrong.
      return last <= now() ? last + interval : 0;
    },
    async next() {
      const message = find();
      if (!message) return undefined;
      tried.add(message.messageId);
      if (beforeShow && !(await beforeShow(message))) return undefined;
      tried.delete(message.messageId);
      return message;
    },
    take: ({ messageId }) => void tried.add(messageId),
  };
}
