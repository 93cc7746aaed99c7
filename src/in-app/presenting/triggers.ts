import type { InAppMessage } from '../../api/models/in-app.js';
import { pagePath } from '../../browser/navigation.js';
import { noteInTab } from '../../browser/tab-session.js';
import type { Done, Host } from '../../host/host.js';
import { ownerOf } from '../../host/kept-for-user.js';
import { laneOf } from '../../identity/user.js';
import { isImmediate } from '../message.js';
import { isAmongPages, ruleOf, type Rule } from './rule.js';

/** What rules of messages are read with. */
export interface TriggersOptions {
  host: Host;
  /** What the page has recorded since it was opened, the latest last. */
  done: readonly Done[];
  /** When the page was opened, in milliseconds since the epoch. */
  openedAt: () => number;
  now: () => number;
}

/** Knows when messages may come by themselves. */
export interface Triggers {
  /** From when on a message may come, in milliseconds since the epoch; never, as far as is known. */
  dueAt(message: InAppMessage): number;
  /** Takes note that a message has come by itself, and was seen. */
  take(message: InAppMessage): void;
  /** Forgets what has come: the visitor wants nothing kept. */
  forget(): void;
}

/** Makes the triggers of a page. */
export function createTriggers({ host, done, openedAt, now }: TriggersOptions): Triggers {
  const inTab = noteInTab(`${host.name} in-app`);
  /** Where one has come of those that come once on a page. */
  let cameOn: string | undefined;
  /** It is heard of once it is safe: whoever did it may have left by then. */
  const isTheirs = ({ user }: Done) => !user || laneOf(user) === ownerOf(host);
  const hasCome = { session: inTab.has, page: () => cameOn === pagePath() };

  return {
    dueAt(message) {
      const rule = ruleOf(message);
      if (!rule || !isAmongPages(pagePath(), rule) || (rule.once && hasCome[rule.once]())) return Infinity;
      const since = rule.event
        ? done.find((one) => isTheirs(one) && isMeant(one, rule))?.recordedAt
        : openedAt();
      // One that says nothing of its event is for the page to show.
      const isKnown = since !== undefined && (rule.event || isImmediate(message));
      if (!isKnown) return Infinity;
      // A time that has not come was told by a clock that was wrong.
      return since > now() ? 0 : since + (rule.after ?? 0) * 1000;
    },
    take(message) {
      const { once } = { ...ruleOf(message) };
      if (once === 'session') inTab.say();
      if (once) cameOn = pagePath();
    },
    forget: inTab.forget,
  };
}

/** Whether an event is the one that a rule waits for. */
function isMeant({ kind, name, dataFields }: Done, { event, where = {} }: Rule): boolean {
  const fields = Object.entries(where);
  return (
    (kind === 'custom' ? name : kind) === event &&
    fields.every(([field, value]) => (dataFields as Record<string, unknown> | undefined)?.[field] === value)
  );
}
