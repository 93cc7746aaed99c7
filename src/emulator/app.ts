import { makeBusy, type Behaviour } from './behaviour/behaviour.js';
import type { ControlAccess } from './console/access.js';
import { withControl } from './console/control.js';
import { createTimetable } from './state/clock.js';
import type { Emulator } from './emulator.js';
import { createFaults } from './answering/faults.js';
import { inspectionOf } from './inspection.js';
import { EMULATOR_KEYS, type Keys, type KeyType } from './operation/keys.js';
import { createAttempts } from './answering/attempts.js';
import { operations } from './operations.js';
import { createPipeline } from './answering/pipeline.js';
import { createRandom } from './state/random.js';
import { createRate } from './answering/rate.js';
import { createRouter } from './answering/router.js';
import { checkSavedRows } from './saved-rows.js';
import type { Dialect, ProjectType, Service } from './state/service.js';
import { fill, type Contents } from './seed/contents.js';
import { createTables } from './state/tables.js';
import { signToken } from './answering/tokens.js';
import { isTimeZone } from './campaigns/send-times.js';
import { createLatency } from './state/latency.js';

export type { ControlAccess } from './console/access.js';
export type { Clock } from './state/clock.js';
export type { Emulator } from './emulator.js';
export type { Fault, Faults } from './answering/faults.js';
export type { Inspection } from './inspection.js';
export type { Keys, KeyType } from './operation/keys.js';
export type { Attempt } from './answering/attempts.js';
export type { Person } from './people/person.js';
export type { EventRecord } from './events/event-record.js';
export type { Behaviour } from './behaviour/behaviour.js';
export type { Contents } from './seed/contents.js';
export type { Dialect, ProjectType } from './state/service.js';

/** What kind of project the emulator holds, and how it behaves. */
export interface EmulatorOptions {
  /** How the project names its people. Default: `hybrid`, by email or by your own ids. */
  project?: ProjectType;
  /** The IANA time zone of the project: where its days begin, and its blasts start. Default: `UTC`. */
  timeZone?: string;
  /** Where the service's document and what it was seen to do differ, which of them it goes by. Default: `document`. */
  dialect?: Dialect;
  /** What it holds at first: nothing, or a small shop with people, campaigns and a year of events. Default: `empty`. */
  contents?: Contents;
  /** The addresses and domains that emails may come from. Default: `example.com` and its like, with all below. */
  senders?: readonly string[];
  /** Who may be said to have made a template, beside the owner. Default: nobody. */
  members?: readonly string[];
  /** What its people do by themselves: nothing, or what people of a shop do as time passes. Default: `quiet`. */
  behaviour?: Behaviour;
  /** Whether calls that come too often are refused, as published. Default: `false`. */
  limits?: boolean;
  /** How long a write that was received takes to be seen, in milliseconds. Default: 0. */
  latency?: number;
  /** The keys of the project. Default: one of each type, which {@link Emulator.keys} tells. */
  keys?: Partial<Keys>;
  /** The secret that tokens are signed with. */
  tokenSecret?: string;
  /** The types of key whose calls need a token. Default: `mobile` and `web`. */
  tokenKeys?: readonly KeyType[];
  /** The only origin whose pages may call. Default: any. */
  origin?: string;
  /** The time, in milliseconds since the epoch. Default: the device's clock. */
  now?: () => number;
  /** Where chance starts: the same seed, the same chance. Default: 1. */
  seed?: number;
  /** Calls webhooks and data feeds. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Who may look and steer, where it is served, beside the machine that it runs on. Default: nobody. */
  control?: ControlAccess;
}

/**
 * Makes a service of your own, in memory.
 *
 * @example
 * ```ts
 * const emulator = createEmulator();
 * const client = createClient({
 *   apiKey: emulator.keys.web,
 *   baseUrl: 'http://emulator',
 *   fetch: emulator.fetch,
 *   getToken: (user) => emulator.signToken(user),
 * });
 * ```
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { now = Date.now, limits = false, origin = '*', contents = 'empty', seed = 1 } = options;
  const keys = { ...EMULATOR_KEYS, ...options.keys };
  const tables = createTables(checkSavedRows);
  const clock = createTimetable(tables, now);
  const faults = createFaults();
  const attempts = createAttempts();
  const latency = createLatency(options.latency ?? 0);
  const service: Service = {
    project: options.project ?? 'hybrid',
    timeZone: timeZoneOf(options),
    dialect: options.dialect ?? 'document',
    tables,
    clock,
    random: createRandom(seed),
    later: latency.later,
    pending: latency.pending,
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    tokenSecret: options.tokenSecret ?? 'emulator-token-secret',
    tokenKeys: options.tokenKeys ?? ['mobile', 'web'],
    senders: options.senders,
    members: options.members,
  };
  const rate = createRate(clock.now);
  const checkRate = limits ? rate.check : () => {};
  const handle = createPipeline({ service, keys, faults, attempts, checkRate });
  const app = createRouter(operations(service), { handle, origin });
  if (options.behaviour === 'busy') makeBusy(service, seed);
  fill(service, contents);

  const emulator: Emulator = {
    // A server may hand over a request of its own make, which `new Request` does not take.
    fetch: async (input, init) =>
      app.fetch(typeof input === 'object' && 'method' in input && !init ? input : new Request(input, init)),
    faults,
    clock: { now: clock.now, advance: clock.advance },
    inspect: inspectionOf(service, attempts),
    keys,
    signToken: (user, { expiresIn = 3_600 } = {}) => signToken(service, user, expiresIn),
    settle: latency.settle,
    save: tables.save,
    load(text) {
      tables.load(text);
      service.people?.begin();
    },
  };
  function startAnew(held: Contents = contents): Contents {
    faults.clear();
    attempts.clear();
    rate.clear();
    service.random = createRandom(seed);
    fill(service, held);
    return held;
  }

  return withControl(emulator, { service, startAnew, access: options.control });
}

function timeZoneOf({ timeZone = 'UTC' }: EmulatorOptions): string {
  if (isTimeZone(timeZone)) return timeZone;
  throw new TypeError('`timeZone` is no IANA time zone such as `Europe/Berlin`');
}
