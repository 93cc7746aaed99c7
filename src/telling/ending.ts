import type { ApiError } from '../errors.js';
import type { TrackedEvent } from '../events/event.js';

/** What has become of an event: its id, why it can never be delivered, and what the service answered. */
export type Ending = [id: string, reason: string | undefined, answer: Partial<ApiError> | undefined];

/** By which name tabs, and the service worker, tell each other of the events of a project. */
export const followedName = (name: string) => `${name} followed`;

/** Tells what has become of an event, as a text for other tabs. */
export function endText({ id }: TrackedEvent, reason?: string, error?: Error): string {
  const { name, message, status, code } = (error ?? {}) as Partial<ApiError>;
  return JSON.stringify([id, reason, error && { name, message, status, code }]);
}
