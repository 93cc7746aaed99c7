import { createAdaptiveBucket } from './adaptive-bucket.js';
import type { Bucket } from './bucket.js';
import type { Buckets } from './buckets.js';
import { allowancesOf, shareOf, type LimitOf, type RateLimit } from './rate-limit.js';
import { createRefusal } from './refusal.js';
import { createSlidingWindow } from './sliding-window.js';

/** What decides when calls may be made. */
export interface Pace {
  /** Takes the turn of a call, or says how long to wait until asking again, in milliseconds. */
  take(operation: string): number | Promise<number>;
  /** Hears that the service refused a call, and for how long it asks to be left alone, in milliseconds. */
  refuse(operation: string, wait: number): void;
  /**
   * For how long the service still asks to be left alone, in milliseconds; this counts against the `budget` of who waits.
   * Default: no wait counts.
   */
  refusedFor?(operation: string): number;
  /**
   * Takes the turn of a call anew, which has not left in the so many milliseconds since it was taken, as there were too many
   * under way; or gives it back, and says how long to wait. Default: the turn is as good as it was.
   */
  retake?(operation: string, after: number): number | Promise<number>;
  /**
   * Hears that a call which has left counts from now on only, so many milliseconds after its turn was taken: it reached the
   * service late, since it had to open its connection. Default: the turn is as good as it was.
   */
  postpone?(operation: string, by: number): void | Promise<void>;
  /**
   * Hears that bulk work goes on which another process may have left off a moment ago, after calls that this pace knows
   * nothing of. Default: as if the service had refused one, for a second.
   */
  resume?(operation: string): void;
}

/** A pace that asks nobody else. */
export interface OwnPace extends Required<Omit<Pace, 'resume'>> {
  take(operation: string): number;
  retake(operation: string, after: number): number;
  postpone(operation: string, by: number): void;
  /** How long to wait until a turn can be taken, in milliseconds. */
  wait(operation: string): number;
  /** Counts a call that leaves now, whether it may or not. */
  count(operation: string): void;
  /** Counts one no more that was counted so many milliseconds ago. */
  forget(operation: string, after: number): void;
}

/** Who shares the published limits. */
export interface Sharers {
  /** The key that calls are made with, or a name for it. */
  apiKey: string;
  /** A name for the project; keys of one project share its limits. Default: the key alone is the project. */
  project?: string | undefined;
  /** A name for the organization. Default: the project alone is the organization. */
  organization?: string | undefined;
}

/** The pace that waits for nothing. */
export const NO_PACE: Pace = { take: () => 0, refuse: () => {} };

/** What a pace is made of. */
export interface PaceParts {
  limitOf: LimitOf;
  sharers: Sharers;
  buckets: Buckets;
  /** The address of the service whose limits they are, where several are called. */
  service?: string;
  /** How many share each limit without knowing of each other. Default: 1. */
  workers?: number;
}

/** Makes a pace for calls of this process, by the published limits, and by what the service refuses where none is. */
export function createPace({ limitOf, sharers, buckets, service = '', workers = 1 }: PaceParts): OwnPace {
  function nameOf(operation: string): string {
    const limit = limitOf(operation);
    return `${service} ${operation} ${limit ? sharerOf(limit, sharers) : sharers.apiKey}`;
  }

  const refusalOf = (operation: string) => buckets.get(`${nameOf(operation)} refused`, createRefusal);

  function bucketsOf(operation: string): Bucket[] {
    const limit = limitOf(operation);
    const name = nameOf(operation);
    if (!limit) return [buckets.get(name, createAdaptiveBucket)];
    return allowancesOf(limit).map((allowance) =>
      buckets.get(`${name} ${allowance.per}`, (now) => createSlidingWindow(shareOf(allowance, workers), now)),
    );
  }

  const pace: OwnPace = {
    wait: (operation) =>
      Math.max(...[refusalOf(operation), ...bucketsOf(operation)].map((bucket) => bucket.wait())),
    count(operation) {
      for (const bucket of bucketsOf(operation)) bucket.take();
      buckets.sweep();
    },
    take(operation) {
      const wait = pace.wait(operation);
      if (!wait) pace.count(operation);
      return wait;
    },
    forget(operation, after) {
      for (const bucket of bucketsOf(operation)) bucket.forget?.(after);
    },
    retake(operation, after) {
      // Where no limit is published, it is as good as it was.
      if (!limitOf(operation)) return 0;
      pace.forget(operation, after);
      return pace.take(operation);
    },
    postpone(operation, by) {
      if (!limitOf(operation)) return;
      pace.forget(operation, by);
      pace.count(operation);
    },
    refuse(operation, wait) {
      for (const bucket of [refusalOf(operation), ...bucketsOf(operation)]) bucket.refuse?.(wait);
    },
    refusedFor: (operation) => refusalOf(operation).wait(),
  };
  return pace;
}

/** Who shares a limit: whatever its scope, by the names that are known. */
export function sharerOf({ scope }: RateLimit, { apiKey, project, organization }: Sharers): string {
  const names = {
    apiKey: [apiKey],
    project: [project, apiKey],
    organization: [organization, project, apiKey],
  };
  const name = names[scope].find((one) => one !== undefined) ?? apiKey;
  return `${scope} ${name}`;
}
