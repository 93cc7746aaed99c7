/** The moment that `YYYY-MM-DD HH:MM:SS` names in UTC, in milliseconds since the epoch; none for another text. */
export function utcTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  const iso = `${text.replace(' ', 'T')}.000Z`;
  const time = Date.parse(iso);
  // A day that its month does not have would pass for one of the next month.
  return Number.isNaN(time) || new Date(time).toISOString() !== iso ? undefined : time;
}
