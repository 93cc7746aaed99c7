import { refuse } from './usage.js';

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/;

/** When a date, or a date and a time, is, in milliseconds since the epoch; in UTC where it names no zone. */
export function momentOf(text: string): number | undefined {
  const [, date = '', time = '00:00', zone = 'Z'] = MOMENT.exec(text.trim()) ?? [];
  const day = new Date(`${date}T00:00:00Z`);
  // The platform makes the 2nd of March of a 30th of February.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date)) return undefined;
  const moment = Date.parse(`${date}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** A moment as the service writes it: `yyyy-MM-dd HH:mm:ss +00:00`. */
export function serviceTime(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}

/** A date from an option, as the service writes it. */
export function serviceDate(name: string, text: string): string {
  const moment = momentOf(text);
  if (moment !== undefined) return serviceTime(moment);
  return refuse(
    `\`--${name}\` must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z; got ${text || 'nothing'}`,
  );
}
