import type { Logger } from '../../admin/calling/log.js';
import type { Pace } from '../../admin/pace/pace.js';
import type { PaceOptions } from '../../admin/pace/shared-pace.js';
import type { HeaderNames } from '../../api/service.js';
import type { Names } from '../known-names.js';

/** Which service is called, with what, and how. */
export interface ForwardingOptions {
  /** Where the service is, such as `https://api.example.com`. A path in it is kept. */
  baseUrl: string;
  /** A server-side API key, for what may be told of many people at once. */
  serverKey: string;
  /** A web API key, for what the service takes from pages alone. */
  webKey: string;
  /** The token secret of your project: it signs for whom a call with the web key is. */
  tokenSecret: string;
  /** When calls are made. Default: as often as the service is known to allow; `redisPace` shares that among many servers. */
  pace?: PaceOptions | Pace;
  /** How many calls may be under way at once. Default: 16. */
  concurrency?: number;
  /** The names of headers that a deployment may name otherwise. */
  headers?: HeaderNames;
  /** Gets a line of each request, wait and failure; none holds a key or an email. Default: none. */
  logger?: Logger;
  /** Hears what keeps the relay from its work, such as a key that is refused. Default: `console.error`. */
  onError?: (error: unknown) => void;
  /** Replaces the global `fetch`, to proxy or to test. */
  fetch?: typeof globalThis.fetch;
  /** The time, in milliseconds since the epoch. Default: the machine's. */
  now?: () => number;
  /** Chance, from 0 up to 1. Default: `Math.random`. */
  random?: () => number;
}

/** The names of all of them. */
export const FORWARDING_NAMES: Names<ForwardingOptions> = {
  ...{ baseUrl: true, serverKey: true, webKey: true, tokenSecret: true },
  // What `redisPace` gives stands there too.
  ...{ pace: true, concurrency: true, headers: { apiKey: true, token: true } },
  ...{ logger: true, onError: true, fetch: true, now: true, random: true },
};

/** How long some calls may take. */
export interface ForwardHow {
  /** How long until the last of them must have its outcome, in milliseconds. Default: 7,500. */
  patience?: number;
  /** Ends the waiting: what has no outcome by then is to be told again. */
  signal?: AbortSignal;
}
