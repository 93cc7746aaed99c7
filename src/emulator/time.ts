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
