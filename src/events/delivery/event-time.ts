import { PLAUSIBLE } from '../outbox/row.js';

/** An event that takes longer on its way is told when it happened, in milliseconds. */
const PROMPT = 5_000;

/** When an event that was recorded then happened, in seconds since the epoch; nothing while the service's own time is better than this device's. */
export function timeOf(recordedAt: number, now: number): { createdAt?: number } {
  const isPrompt = Math.abs(now - recordedAt) < PROMPT;
  return isPrompt || recordedAt < PLAUSIBLE
    ? {}
    : { createdAt: Math.floor(Math.min(recordedAt, now) / 1000) };
}
