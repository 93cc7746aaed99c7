import type { DataFields } from '../../api/models/data-fields.js';
import { DAY, HOUR, LAST_DATE, MINUTE, SECOND, utcTime } from '../time.js';

/** How long an in-app message lasts that does not say it (Limits of the document). */
const DEFAULT_EXPIRY = 'now+90d';

/** What each unit of an expression such as `now+90d` is worth, in milliseconds. */
const units: Record<string, number> = {
  s: SECOND,
  m: MINUTE,
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
  M: 30 * DAY,
  y: 365 * DAY,
};

/** When an in-app message sent now with these fields expires, in milliseconds since the epoch. */
export function expiryOf({ expirationDateTime, expirationDuration }: DataFields, now: number): number {
  const absolute = typeof expirationDateTime === 'string' ? utcTime(expirationDateTime) : undefined;
  const relative = typeof expirationDuration === 'string' ? timeAfter(expirationDuration, now) : undefined;
  return absolute ?? relative ?? timeAfter(DEFAULT_EXPIRY, now) ?? now;
}

/** The moment that an expression such as `now+90d` or `now+1w-2h` names; none for another text, or out of reach. */
export function timeAfter(expression: string, now: number): number | undefined {
  if (!/^now([+-]\d+[smhdwMy])*$/.test(expression)) return undefined;
  const steps = expression.matchAll(/([+-]\d+)([smhdwMy])/g);
  const time = [...steps].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0),
    now,
  );
  return Math.abs(time) <= LAST_DATE ? time : undefined;
}
