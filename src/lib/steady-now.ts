/**
 * The time in milliseconds since the epoch, by a clock that is never set: a wait is as long as it is meant to be, and
 * Next.js refuses nothing that it renders ahead of time.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now();
