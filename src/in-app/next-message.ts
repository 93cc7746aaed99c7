import type { InAppMessage } from '../api/models/in-app.js';
import { htmlOf, isAlive, isImmediate, timeOf } from './message.js';

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
