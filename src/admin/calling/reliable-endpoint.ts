import type { AskOptions } from '../../api/endpoint.js';
import type { Route } from '../../api/address.js';
import { ApiError, NetworkError } from '../../errors.js';
import type { Chance } from '../../lib/backoff.js';
import { must } from '../../lib/must.js';
import {
  answerOf,
  callOptions,
  type Answered,
  type Call,
  type CallDefaults,
  type CallOptions,
} from './call.js';
import { hasIds, withIds } from './event-ids.js';
import type { FormEndpoint } from './form-endpoint.js';
import type { AttemptedCall, SafeHooks } from './hooks.js';
import type { OperationRow } from './operation.js';
import type { Pace } from '../pace/pace.js';
import type { Turns } from '../pace/turns.js';
import { requestIdOf } from './request-id.js';
import { checkRetry, persist, type AttemptTime, type RetryOptions } from './retry.js';
import { retryClassOf } from './retry-class.js';

/** How calls are made with reliability: at their pace, repeated when that is safe, and told of. */
export interface Reliability extends Omit<SafeHooks, 'progress'>, Chance {
  turns: Turns;
  pace: Pace;
  retry: RetryOptions | false;
  safeMode: boolean;
  /** Whether events and purchases without an id get one. */
  eventIds: boolean;
}

/** What a call inside this door may ask for beyond what callers may. */
export interface InnerOptions extends CallOptions {
  /** Hears how long the call waited for its pace, in milliseconds, right before it leaves: what it throws ends the call. */
  onWaited?: (wait: number) => void;
}

/** How long to wait for an answer, in milliseconds. */
const TIMEOUT = 10_000;

/** The row of what is called, and whose row it is where the route has its `{names}` filled in. */
export interface CalledRow extends OperationRow {
  /** The operation that the route is of. Default: the route itself. */
  operation?: string;
}

/** Calls any route with reliability, as a row says. */
export type ReliableEndpoint = <Input, Output = void>(route: Route, row?: CalledRow) => Call<Input, Output>;

/** Makes endpoints whose calls are made with reliability, each by options for all of its calls. */
export function reliableEndpoints(endpoint: FormEndpoint, reliability: Reliability) {
  const nextId = createCounter();

  return (defaults: CallDefaults): ReliableEndpoint =>
    <Input, Output = void>(route: Route, row: CalledRow = {}): Call<Input, Output> => {
      const call = endpoint<Input, Output>(route, row);
      const { operation = route, reachesPeople, records, retry: retryClass } = row;

      async function make(given: Input, how: InnerOptions, cost: Cost): Promise<Reply<Output>> {
        must(
          !reliability.safeMode || !reachesPeople,
          `${operation} sends messages to people, and \`safeMode\` is on`,
        );
        const { safeToRepeat } = checkedRepeats(how);
        const input = reliability.eventIds ? withIds(records, given) : given;
        const told = { id: nextId(), route, operation };
        const retry: RetryOptions =
          how.retry === false || reliability.retry === false
            ? { attempts: 1 }
            : { ...reliability.retry, ...how.retry };
        const attempt = createAttempt(reliability, {
          ...{ told, how, cost },
          call: (options) => call(input, options),
          // A budget that was given is an end; one that nobody named ends no answer that somebody is ready to wait for.
          mostOf: (time) => (retry.budget === undefined ? Infinity : time.left),
        });
        return persist(attempt, {
          ...retry,
          now: reliability.now,
          random: reliability.random,
          signal: how.signal,
          // Records that all carry an id say the same thing twice.
          retryClass: retryClassOf(operation, retryClass, safeToRepeat || hasIds(records, input)),
          onRetry(number, error, wait) {
            cost.waited += wait;
            reliability.onRetry({ ...told, attempt: number, error, wait });
          },
        });
      }

      async function counted(input: Input, how: InnerOptions): Promise<Reply<Output> & Cost> {
        const cost = { attempts: 0, waited: 0 };
        try {
          return { ...(await make(input, how, cost)), ...cost };
        } catch (error) {
          const isOfCall = error instanceof ApiError || error instanceof NetworkError;
          throw isOfCall ? Object.assign(error, cost) : error;
        }
      }
      return (input, how) => answerOf(counted(input, callOptions(defaults, { ...how })));
    };
}

/** The answer to an attempt. */
type Reply<Output> = Pick<Answered<Output>, 'data' | 'response'>;

/** What a call took so far, for all its attempts. */
type Cost = Pick<Answered<unknown>, 'attempts' | 'waited'>;

/** A call to be made, as often as it takes. */
interface Calling<Output> {
  told: Omit<AttemptedCall, 'attempt'>;
  how: InnerOptions;
  cost: Cost;
  call: (how: AskOptions) => Promise<Output>;
  /** How long an attempt may take at most, in milliseconds, with what the service asks it to wait before. */
  mostOf: (time: AttemptTime) => number;
}

/** Makes the function that makes one attempt: it waits for its turn, tells the hooks, and slows down when it is refused for its pace. */
function createAttempt<Output>(reliability: Reliability, { told, how, cost, call, mostOf }: Calling<Output>) {
  const { signal, timeout = TIMEOUT, headers, onWaited } = how;
  return async (attempt: number, time: AttemptTime): Promise<Reply<Output>> => {
    const { operation } = told;
    const most = mostOf(time);
    const tried = { ...told, attempt };
    const turn = await reliability.turns.take(operation, { signal, left: time.left });
    const startedAt = reliability.now();
    // One that is not made at all does not count.
    cost.attempts = attempt;
    cost.waited += turn.waited;
    try {
      onWaited?.(turn.waited);
    } catch (error) {
      turn.end(false);
      throw error;
    }
    time.start(turn.asked);
    let response: Response | undefined;
    const sent = { ...headers };
    reliability.onRequest({ ...tried, headers: sent });
    const tellEnd = (end: { status?: number | undefined; error?: unknown }) =>
      reliability.onResponse({ ...tried, duration: reliability.now() - startedAt, ...end });
    try {
      const data = await call({
        signal,
        timeout: most - turn.asked < timeout ? Math.max(1, most - turn.asked) : timeout,
        headers: sent,
        onResponse(found) {
          response = found;
        },
      });
      tellEnd({ status: response?.status });
      return { data, response: response as unknown as Response };
    } catch (error) {
      if (error instanceof ApiError) Object.assign(error, { requestId: requestIdOf(response) });
      // One that is down for a while may name it too.
      if (error instanceof ApiError && (error.status === 429 || error.retryAfter))
        reliability.pace.refuse(operation, error.retryAfter ?? 0);
      tellEnd({ status: response?.status, error });
      // What was accepted is done, also where what is said of it does not come.
      if (response?.status === 202 && error instanceof NetworkError)
        return { data: undefined as Output, response };
      throw error;
    } finally {
      turn.end(response !== undefined);
    }
  };
}

/** How a call may be repeated, or an error that says what to pass instead. */
function checkedRepeats({ retry, safeToRepeat = false }: CallOptions) {
  checkRetry(retry);
  must(typeof safeToRepeat === 'boolean', '`safeToRepeat` must be `true` or `false`');
  return { safeToRepeat };
}

function createCounter(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}
