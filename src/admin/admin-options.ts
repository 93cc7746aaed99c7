import { must } from '../lib/must.js';
import type { Hooks } from './calling/hooks.js';
import type { Logger } from './calling/log.js';
import type { Pace } from './pace/pace.js';
import type { PaceOptions } from './pace/shared-pace.js';
import { checkRetry, type RetryOptions } from './calling/retry.js';

/** Which service to open, with which key, and how to call it. */
export interface AdminOptions extends Hooks {
  /** A server-side API key. Never ship it to a browser. */
  apiKey: string;
  /** Where the service is, such as `https://api.example.com`. A path in it is kept. */
  baseUrl: string;
  /** How calls that fail are repeated, or `false` for not at all. Default: for 2 minutes, where it does no harm. */
  retry?: RetryOptions | false;
  /** When calls are made, or `false` for at once. Default: as often as the service is known to allow. */
  pace?: PaceOptions | Pace | false;
  /** How many calls may be under way at once. Default: 16. */
  concurrency?: number;
  /** Refuse every call that sends messages to people. Default: `false`. */
  safeMode?: boolean;
  /** Give events and purchases without an id one, so that they may be repeated. Default: `true`. */
  eventIds?: boolean;
  /**
   * Gets a line of each request, wait and failure, from the level on that the environment's `TIDINGS_LOG` names: `debug`,
   * `info`, `warn`, `error` or `off`. Default: none; where `TIDINGS_LOG` is set, the standard error.
   */
  logger?: Logger | undefined;
  /** Replaces the global `fetch`, to proxy or to test; what ky makes may, with `retry: 0`, `timeout: false` and `throwHttpErrors: false`. */
  fetch?: typeof globalThis.fetch;
  headers?: AdminHeaders;
  /** The time, in milliseconds since the epoch. Default: the machine's, by a clock that is never set. */
  now?: () => number;
  /** Chance, from 0 up to 1. Default: `Math.random`. */
  random?: () => number;
}

/** The names of the headers a deployment may name otherwise. */
export interface AdminHeaders {
  /** The header that carries the key. Default: `Api-Key`. */
  apiKey?: string;
}

/** Refuses options that are none, and says what to pass. */
export function checkOptions(options: AdminOptions): void {
  const { retry, pace, concurrency = 1, now, random } = options;
  must(
    concurrency === Infinity || (Number.isInteger(concurrency) && concurrency > 0),
    '`concurrency` must be a whole number above 0',
  );
  checkRetry(retry);
  must(
    pace === undefined || pace === false || typeof pace === 'object',
    '`pace` must be `false`, or an object such as `{ project }` or what `redisPace` gives',
  );
  for (const [name, hook] of Object.entries({ now, random, ...hooksOf(options) })) {
    must(/undefined|function/.test(typeof hook), `\`${name}\` must be a function`);
  }
}

function hooksOf({ onRequest, onResponse, onRetry, onThrottle, onError }: AdminOptions) {
  return { onRequest, onResponse, onRetry, onThrottle, onError };
}
