/** A second, in milliseconds. */
export const SECOND = 1_000;

/** A minute, in milliseconds. */
export const MINUTE = 60 * SECOND;

/** An hour, in milliseconds. */
export const HOUR = 60 * MINUTE;

/** A day, in milliseconds. */
export const DAY = 24 * HOUR;

/** The last time that a date can tell, in milliseconds since the epoch. */
export const LAST_DATE = 8.64e15;

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
