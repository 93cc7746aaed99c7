import type { InAppMessage } from '../api/models/in-app.js';
import type { FetchedMessage } from '../in-app/in-app.js';
import { isAlive, isImmediate, isShowable, timeOf } from '../in-app/message.js';
import { ruleOf } from '../in-app/presenting/rule.js';
import { spanInWords } from './make.js';

/** What there is to know of when messages come. */
export interface Moment {
  now: number;
  /** From when on the next may come, as the interval between two has it, in milliseconds since the epoch. */
  nextAt: number;
  /** Whether the page has paused them. */
  isPaused: boolean;
}

/** Why a message is shown by itself, or is not. */
export function whyOf({ message, state }: FetchedMessage, { now, nextAt, isPaused }: Moment): string {
  if (state === 'kept') return whyKept(message, now);
  if (state === 'deferred') return 'the page has refused it here, or put it off';
  if (state === 'waiting') return `waits ${forWhat(message)}`;
  if (isPaused) return 'due: comes once the page calls `resume`';
  if (nextAt === Infinity) return 'due: not after the last one, since the interval has no end';
  return nextAt > now
    ? `due: in ${spanInWords(nextAt - now)}, after the interval`
    : 'due: comes when nothing else is shown';
}

function whyKept(message: InAppMessage, now: number): string {
  if (message.read) return 'seen';
  if (!isAlive(message, now)) return 'expired';
  if (message.jsonOnly) return 'for the page: it has data alone';
  if (!isShowable(message)) return 'nothing to show in it';
  if (!message.saveToInbox) return 'never comes by itself, and is not for the inbox';
  return 'for the inbox: it never comes by itself';
}

function forWhat(message: InAppMessage): string {
  const rule = ruleOf(message);
  if (!rule) return 'for good: its `show` rule cannot be read';
  const { event, pages, once, after } = rule;
  const reasons = [
    event && `for “${event}”`,
    !event && !isImmediate(message) && 'for the page to show it',
    pages && `for a page of ${pages.join(', ')}`,
    once && `for another ${once}, where one has come in this`,
    after && `${spanInWords(after * 1_000)} long`,
  ];
  return reasons.filter(Boolean).join(', ');
}

/** What is known of a message: its urgency, and until when it may be shown. */
export function factsOf(message: InAppMessage, now: number): string {
  const { campaignId, priorityLevel = 300.5, saveToInbox } = message;
  const end = timeOf(message.expiresAt) - now;
  const facts = [
    campaignId && `campaign ${campaignId}`,
    `priority ${priorityLevel}`,
    end > 0 && `expires in ${spanInWords(end)}`,
    saveToInbox && 'in the inbox',
  ];
  return facts.filter(Boolean).join(' · ');
}

/** What a message is called, for want of a name. */
export function titleOf({ inboxMetadata, messageId }: InAppMessage): string {
  return inboxMetadata?.title ?? `message ${messageId.slice(0, 8)}`;
}
