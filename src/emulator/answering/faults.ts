import type { UserRef } from '../../api/models/user.js';
import { checkRoute } from './check-route.js';

/** What goes wrong with the next calls of a route. */
export interface Fault {
  /** The operation, such as `POST /api/events/track`. Default: any. */
  route?: string;
  /** Befalls only calls that name this user, in a batch too, or bring this user's token. Default: all. */
  user?: UserRef;
  /** Befalls only this share of the calls, from 0 to 1, by a chance that the emulator's `seed` decides. */
  share?: number;
  /** How many calls go well before it befalls one. Default: 0. */
  after?: number;
  /** How many calls it befalls, one after the other. Default: 1; with `share`, until it is cleared. */
  times?: number;
  /** What happens. `drop` loses the call before it acts, `lose` loses the answer after it did. */
  kind: 'status' | 'drop' | 'lose' | 'delay' | 'malformed' | 'html' | 'half';
  /** The status to answer, for `status`. */
  status?: number;
  /** The `Retry-After` header to answer, for `status`: seconds or a date. */
  retryAfter?: string | number;
  /** The `code` to answer, for `status`. Default: `RateLimitExceeded` with 429, else `GenericError`. */
  code?: string;
  /** The body to answer, for `status`: a text as it is, anything else as JSON. Default: an envelope with the code. */
  body?: unknown;
  /** More headers to answer, for `status`. */
  headers?: Record<string, string>;
  /** How long to wait before acting, in milliseconds, for `delay`. */
  delay?: number;
}

/** The faults that wait for a call. */
export interface Faults {
  /** Adds faults behind those that wait already: of several in a row, each call meets the next. */
  add(...faults: Fault[]): void;
  /** The faults that still wait. */
  waiting(): readonly Readonly<Fault>[];
  clear(): void;
}

/** The faults as calls meet them. */
export interface FaultQueue extends Faults {
  /** Takes the fault that a call of this route meets, if any; `concerns` tells whether the call is about a user. */
  take(route: string, concerns: (user: UserRef) => boolean): Fault | undefined;
}

const kinds = ['status', 'drop', 'lose', 'delay', 'malformed', 'html', 'half'];

/** What faults are drawn and checked by. */
export interface FaultsOptions {
  /** The operations that they can befall. */
  routes: readonly string[];
  /** Draws those that befall a share of the calls. */
  random: () => number;
}

/** Makes an empty queue of faults. */
export function createFaults({ routes, random }: FaultsOptions): FaultQueue {
  const waiting: Fault[] = [];

  return {
    add(...faults) {
      for (const fault of faults) checkFault(fault, routes);
      waiting.push(
        ...faults.map((fault) => ({
          ...fault,
          times: fault.times ?? (fault.share === undefined ? 1 : Infinity),
        })),
      );
    },
    waiting: () => waiting.map((fault) => ({ ...fault })),
    clear: () => void waiting.splice(0),
    take(route, concerns) {
      const index = waiting.findIndex((fault) => {
        const isMeant = !fault.route || fault.route === route;
        if (!isMeant || (fault.user && !concerns(fault.user))) return false;
        if (fault.after) {
          fault.after -= 1;
          return false;
        }
        return fault.share === undefined || random() < fault.share;
      });
      const fault = waiting[index];
      if (!fault) return undefined;
      fault.times = (fault.times ?? 1) - 1;
      if (fault.times <= 0) waiting.splice(index, 1);
      return fault;
    },
  };
}

function checkFault(fault: Fault, routes: readonly string[]): void {
  const { kind, route, times = 1, status, retryAfter = '', delay } = fault;
  if (!kinds.includes(kind)) throw new TypeError(`A fault's \`kind\` must be one of ${kinds.join(', ')}`);
  if (!(times >= 1 && (Number.isInteger(times) || times === Infinity)))
    throw new TypeError("A fault's `times` must be a whole number from 1, or `Infinity`");
  if (kind === 'status' && !(Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599)) {
    throw new TypeError('A fault of kind `status` needs a `status` from 200 to 599');
  }
  if (!/^[\x20-\x7e]*$/.test(String(retryAfter)))
    throw new TypeError("A fault's `retryAfter` must be seconds or a date");
  if (kind === 'delay' && !(Number(delay) >= 0 && Number(delay) < 2 ** 31)) {
    throw new TypeError('A fault of kind `delay` needs a `delay` of at most 24 days');
  }
  checkHeaders(fault);
  if (route !== undefined) checkRoute(routes, route);
  checkReach(fault);
}

function checkHeaders({ headers }: Fault): void {
  try {
    new Headers(headers);
  } catch (error) {
    throw new TypeError("A fault's `headers` cannot be sent", { cause: error });
  }
}

/** Refuses a fault whose reach cannot be told. */
function checkReach({ user, share = 1, after = 0 }: Fault): void {
  if (!(share >= 0 && share <= 1)) throw new TypeError("A fault's `share` must be from 0 to 1");
  if (!(Number.isInteger(after) && after >= 0))
    throw new TypeError("A fault's `after` must be a whole number from 0");
  const { email, userId }: { email?: string; userId?: string } = user ?? { email: '' };
  if (email === undefined && userId === undefined)
    throw new TypeError("A fault's `user` must have an `email` or a `userId`");
}
