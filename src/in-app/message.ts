import type { InAppMessage } from '../api/models/in-app.js';
import { isStorable } from '../lib/storable.js';

/** A message as this device keeps it. */
export interface KeptMessage extends InAppMessage {
  /** Whether it was made unread again: it waits in the inbox, and does not come by itself. */
  isBack?: boolean;
  /** Whether it was read here before: the service knows of that. */
  wasRead?: boolean | undefined;
}

/** When something in a message is, in milliseconds since the epoch; `NaN` if that cannot be read. */
export function timeOf(value: unknown): number {
  return typeof value === 'number' ? value : Date.parse(typeof value === 'string' ? value : '');
}

/** Whether a message may still be shown. One that says nothing of its end has none. */
export function isAlive({ expiresAt }: InAppMessage, now: number): boolean {
  return expiresAt === undefined || !(timeOf(expiresAt) <= now);
}

/** The message itself, if it has one to show. */
export function htmlOf({ content, jsonOnly }: InAppMessage): string | undefined {
  const html: unknown = content?.html;
  return typeof html === 'string' && html.trim() && !jsonOnly ? html : undefined;
}

/** What a message shows without HTML, as its data say, if they do. It is read once it is laid out. */
export function viewIn({ customPayload }: InAppMessage): unknown {
  return (customPayload?.['tidings'] as { view?: unknown } | null | undefined)?.view || undefined;
}

/** Whether a message has something to show. */
export function isShowable(message: InAppMessage): boolean {
  return (viewIn(message) ?? htmlOf(message)) !== undefined;
}

/** Whether a message is to be shown by itself, and has nothing to show. */
export function isFlawed(message: InAppMessage): boolean {
  return isImmediate(message) && !message.jsonOnly && !isShowable(message);
}

/** Whether a message has a view of its own, or forms. */
export function isNative(message: InAppMessage): boolean {
  return !!(viewIn(message) ?? /<form/i.test(`${htmlOf(message)}`));
}

/** Whether a message may come by itself at some time, and has something to show. */
export function mayCome(message: KeptMessage, now: number): boolean {
  const isMeantTo = !message.read && !message.isBack && message.trigger?.type !== 'never';
  return isMeantTo && isShowable(message) && isAlive(message, now);
}

/** Whether a message is to be shown by itself, waiting for nothing that the service knows. */
export function isImmediate({ trigger }: InAppMessage): boolean {
  return (trigger?.type ?? 'immediate') === 'immediate';
}

/** What the service is told of a message's place, wherever it is used. */
export function contextOf({ saveToInbox = false, trigger }: InAppMessage, place: string) {
  return { location: place, saveToInbox, silentInbox: saveToInbox && trigger?.type === 'never' };
}

/** Whether this is a message at all: answers are not taken at their word. */
export function isMessage(value: unknown): value is InAppMessage {
  const { messageId: id } = { ...(value as { messageId?: unknown } | null) };
  return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID && isStorable(value, LONGEST);
}

/** How long an id may be: all that is told of the message carries it. */
const LONGEST_ID = 512;
/** How long a message may be, written as JSON: a longer one would keep the device from storing what matters more. */
const LONGEST = 2_000_000;
