import { DAY, SECOND } from '../time.js';

/** When and where a blast in the recipients' time zones starts. */
export interface ZonedStart {
  /** When it was to be sent, in milliseconds since the epoch; in the past, it starts now. */
  sendAt: number;
  /** In milliseconds since the epoch. */
  now: number;
  /** The IANA zone in which sending starts. */
  startTimeZone: string;
}

/**
 * When a recipient in a zone gets a blast, in milliseconds since the epoch (create rule 4 of the document).
 *
 * Zones at or east of the start get it when the start does; zones west of it follow once their clocks show
 * what the start's showed.
 */
export function sendTime({ sendAt, now, startTimeZone }: ZonedStart, timeZone: string): number {
  const start = Math.max(sendAt, now);
  const local = start + offsetOf(startTimeZone, start);
  if (offsetOf(timeZone, start) >= local - start) return start;
  return firstAt(timeZone, local, start);
}

/** Whether a text names a zone of the IANA database, such as `Europe/Berlin`. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false; // What `Intl` throws says no more.
  }
}

/** The first moment from `start` on at which the clocks of a zone show a local time that is still ahead of them. */
function firstAt(timeZone: string, local: number, start: number): number {
  const moment = local - offsetOf(timeZone, start);
  // By then the zone may have set its clocks; if they leap over the time, what they showed before holds.
  const corrected = local - offsetOf(timeZone, moment);
  const isShown = corrected + offsetOf(timeZone, corrected) === local;
  return isShown ? corrected : moment;
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetOf(timeZone: string, moment: number): number {
  const second = Math.floor(moment / SECOND) * SECOND;
  const shown = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(second)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const { year, month, day, hour, minute } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, shown.second) - second;
}

/** Clocks are slow to make, and there are only so many zones. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** When the day began, in a zone, that so many days lie between and a moment; in milliseconds since the epoch. */
export function dayStart(timeZone: string, moment: number, daysBefore = 0): number {
  const local = moment + offsetOf(timeZone, moment);
  const midnight = (Math.floor(local / DAY) - daysBefore) * DAY;
  // Clocks may have been set since: what counts is what they showed then.
  const guess = midnight - offsetOf(timeZone, moment);
  return midnight - offsetOf(timeZone, guess);
}
