import { makeBusy } from './behaviour/behaviour.js';
import { withControl } from './console/control.js';
import { createTimetable, type Timetable } from './state/clock.js';
import type { Emulator } from './emulator.js';
import { createFaults } from './answering/faults.js';
import { inspectionOf } from './inspection.js';
import { EMULATOR_KEYS } from './operation/keys.js';
import { createAttempts } from './answering/attempts.js';
import { operations } from './operations.js';
import { requestOf, signalOf } from './answering/plain-request.js';
import { createPipeline } from './answering/pipeline.js';
import { createRandom } from './state/random.js';
import { createRate } from './answering/rate.js';
import { createRouter } from './answering/router.js';
import { unlessGivenUp } from './answering/given-up.js';
import { checkSavedRows } from './saved-rows.js';
import type { Service } from './state/service.js';
import { begin, type Beginning } from './beginning.js';
import { seedScenario } from './scenario/seed-scenario.js';
import { createTables } from './state/tables.js';
import { createStandIns } from './answering/stand-ins.js';
import { signToken } from './answering/tokens.js';
import { checkOptions, type EmulatorOptions } from './options.js';
import { createLatency } from './state/latency.js';

export type { ControlAccess } from './console/access.js';
export type { Clock } from './state/clock.js';
export type { Emulator } from './emulator.js';
export type { EmulatorOptions } from './options.js';
export type { Fault, Faults } from './answering/faults.js';
export type { Inspection } from './inspection.js';
export type { Keys, KeyType } from './operation/keys.js';
export type { StandIn } from './answering/stand-ins.js';
export type * from './scenario/scenario.js';
export type { WaitOptions } from './wait-for.js';
export type { Attempt } from './answering/attempts.js';
export type { Person } from './people/person.js';
export type { EventRecord } from './events/event-record.js';
export type { Behaviour } from './behaviour/behaviour.js';
export type { Contents } from './seed/contents.js';
export type { Dialect, ProjectType } from './state/service.js';

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
  checkOptions(options);
  const { now = Date.now, limits = false, origin = '*', seed = 1 } = options;
  const keys = { ...EMULATOR_KEYS, ...options.keys };
  const tables = createTables(checkSavedRows, options.firstId);
  const clock = createTimetable(tables, now);
  const attempts = createAttempts();
  const latency = createLatency(options.latency ?? 0);
  const service: Service = {
    project: options.project ?? 'hybrid',
    timeZone: options.timeZone ?? 'UTC',
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
  const all = operations(service);
  const routes = all.map(({ route }) => route);
  const faults = createFaults({ routes, random: () => service.random() });
  const standIns = createStandIns(routes);
  const handle = createPipeline({ service, keys, faults, standIns, attempts, checkRate });
  const app = createRouter(all, { handle, origin });
  if (options.behaviour === 'busy') makeBusy(service, seed);

  const emulator: Emulator = {
    fetch: (input, init) =>
      unlessGivenUp(signalOf(input, init), async () => app.fetch(requestOf(input, init))),
    faults,
    handle: standIns.handle,
    clock: { now: clock.now, advance: clock.advance, advanceTo: clock.advanceTo, isDue: clock.isDue },
    inspect: inspectionOf(service, attempts),
    keys,
    signToken: (user, { expiresIn = 3_600 } = {}) => signToken(service, user, expiresIn),
    seed: (scenario) => seedScenario(service, scenario),
    settle: () => settleDue(clock, latency.settle),
    save: tables.save,
    load: (saved) => begin(service, { saved }),
  };
  begin(service, options);
  function startAnew(beginning: Beginning): void {
    faults.clear();
    attempts.clear();
    rate.clear();
    service.random = createRandom(seed);
    begin(service, beginning);
  }

  const { control: access, plan } = options;
  return withControl(emulator, { service, beginning: options, startAnew, access, plan });
}

/** Does what has fallen due and waits for what was received, until neither brings more of the other. */
async function settleDue(clock: Timetable, settle: () => Promise<void>): Promise<void> {
  do {
    clock.catchUp();
    await settle();
  } while (clock.isDue());
}
