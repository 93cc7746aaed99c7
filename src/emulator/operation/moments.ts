import { z } from 'zod';

/** A time as `YYYY-MM-DD HH:MM:SS` in UTC. */
export const utcText = z
  .string()
  .refine((text) => utcTime(text) !== undefined, 'is not a time such as `2030-01-31 09:00:00`, in UTC');

/** A date, or a date and time, in ISO 8601. */
export const isoText = z
  .string()
  .refine(
    (text) => !Number.isNaN(momentOf(text)),
    'is not a time in ISO 8601, such as `2030-01-31T09:00:00Z`',
  );

/** The moment that `YYYY-MM-DD HH:MM:SS` names in UTC, in milliseconds since the epoch; none for another text. */
export function utcTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  const iso = `${text.replace(' ', 'T')}.000Z`;
  const time = Date.parse(iso);
  // A day that its month does not have would pass for one of the next month.
  return Number.isNaN(time) || new Date(time).toISOString() !== iso ? undefined : time;
}

/** The moment an ISO 8601 text names, in milliseconds since the epoch; UTC when it does not say. */
export function momentOf(text: string): number {
  const [, date, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(?: ?(Z|[+-]\d\d:?\d\d))?$/.exec(text) ?? [];
  // A day that its month does not have would pass for one of the next month.
  if (date === undefined || utcTime(`${date} 00:00:00`) === undefined) return NaN;
  return Date.parse(`${date}T${time}${zone.replace(/(\d\d):?(\d\d)$/, '$1:$2')}`);
}
