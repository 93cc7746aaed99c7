import { isObject } from '../lib/is-object.js';
import { must } from '../lib/must.js';
import { isText } from '../lib/text.js';
import { isFrom } from '../admin/calling/numbers.js';
import { FORWARDING_NAMES, type ForwardingOptions } from './forwarding/forwarding-options.js';
import { mustBeHooks } from './must-be-hooks.js';
import { mustBeKnown, type Names } from './known-names.js';
import type { RelayQueue } from './relay-queue.js';

/** Who is logged in: by an email, by your own id, or by both where the page may speak as either. */
export interface SessionUser {
  email?: string | undefined;
  userId?: string | undefined;
}

/** How much one request may hold. */
export interface RelayLimits {
  /** How many lines. Default: 500, which is what a page sends at most. */
  lines?: number;
  /** How many bytes, unpacked, where there are several lines. Default: 256,000, which is what a page sends at most. */
  bytes?: number;
  /** How many bytes a line has that comes alone. Default: 1,000,000. */
  lineBytes?: number;
}

/** How often the relay may be asked, in requests a minute. */
export interface RelayRate {
  /** By one user who is logged in. Default: 300. */
  session?: number;
  /** From one address, behind which there may be an office. Default: 3,000. */
  address?: number;
}

/** How a relay answers its pages. */
export interface RelayOptions<Asked = Request> extends ForwardingOptions {
  /** Who is logged in, by your own session; nobody may send nothing new. Never by what the request itself says. */
  user: (request: Asked) => SessionUser | undefined | null | Promise<SessionUser | undefined | null>;
  /** Where what may wait goes in place of the service. Default: none, and each answer is the service's. */
  queue?: RelayQueue;
  /** How much one request may hold. */
  limits?: RelayLimits;
  /** How often the relay may be asked, or `false` where something before it sees to that. */
  rate?: RelayRate | false;
  /** Where a request comes from, for its rate. Default: as Node's socket says; elsewhere nothing is known. */
  address?: (request: Asked) => string | undefined;
  /**
   * Whether a proxy of yours stands before the relay and says by `X-Forwarded-Proto`, `-Host` and `-For` how it was asked.
   * Default: `false`; they are not heeded, since anyone may send them.
   */
  behindProxy?: boolean;
  /** The path at which pages ask for the relay, where a proxy hands on another: receipts are kept for it. Default: as each request says. */
  path?: string;
}

const NAMES: Names<RelayOptions> = {
  ...FORWARDING_NAMES,
  ...{ user: true, queue: true, address: true, behindProxy: true, path: true },
  limits: { lines: true, bytes: true, lineBytes: true },
  rate: { session: true, address: true },
};

/** Refuses options that are none, and says what to pass. */
export function checkRelayOptions<Asked>(options: RelayOptions<Asked>): void {
  must(isObject(options), OPTIONS);
  mustBeKnown(options, NAMES);
  const { user, queue, limits = {}, rate = {}, address, behindProxy = false, path } = options;
  const { onError, now, random } = options;
  must(typeof user === 'function', '`user` must be a function that says who is logged in');
  must(
    queue === undefined || typeof (queue as Partial<RelayQueue> | null)?.add === 'function',
    '`queue` must be what `bullQueue` gives, or an object with a function `add`',
  );
  must(
    /undefined|function/.test(typeof queue?.holds),
    '`queue.holds` must be a function that says whether something of a user waits',
  );
  must(
    isObject(limits) && Object.values(limits).every(isCount),
    '`limits` must be an object of whole numbers above 0: `{ lines: 500 }`',
  );
  must(
    rate === false || (isObject(rate) && Object.values(rate).every((one) => isFrom(1, one))),
    '`rate` must be `false` or an object of requests a minute: `{ session: 300, address: 3_000 }`',
  );
  mustBeHooks({ address, onError, now, random });
  must(typeof behindProxy === 'boolean', '`behindProxy` must be `true` or `false`');
  must(
    path === undefined || isText(path, /^\/[^?#;\s]*$/),
    '`path` must be the path at which pages ask for the relay, such as `/tidings`',
  );
}

const OPTIONS = 'The options must be an object: `{ baseUrl, serverKey, webKey, tokenSecret, user }`';

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && isFrom(1, value);
}
