import type { Route } from '../../api/address.js';
import type { RateLimit } from '../pace/rate-limit.js';
import type { Call } from './call.js';
import type { Records } from './event-ids.js';
import type { RetryClass } from './retry-class.js';

/** How an answer is read: parsed, as it came, as it comes, or not at all. */
export type AnswerForm = 'json' | 'text' | 'stream' | 'nothing';

/** All that is special about an operation. */
export interface OperationRow {
  /** Input fields sent in the query string of a route that has a body. */
  query?: readonly string[];
  /** How to read the answer. Default: `json`. */
  answer?: AnswerForm;
  /** The field that tells the bare answer from one wrapped in the envelope's `params`. Default: never wrapped. */
  unwrap?: string;
  /** Says what the service means, where its answer says so in other words. */
  mend?: (answer: unknown, told: { route: Route; status: number }) => unknown;
  /** When it may be repeated by itself. Default: as its verb says; of a `POST`, `once`. */
  retry?: RetryClass;
  /** Whether it sends messages to people, or lets them go out. */
  reachesPeople?: boolean;
  /** How often it may be called, as published. Default: nothing is. */
  limit?: RateLimit;
  /** Where the records are that an id makes safe to repeat. Default: it has none. */
  records?: Records;
}

/** Declares one operation of the service by its row; of a `POST` it must be said whether it reaches people. */
export interface Operation {
  <Input, Output = void>(
    route: `POST /${string}`,
    row: OperationRow & { reachesPeople: boolean },
  ): Call<Input, Output>;
  <Input, Output = void>(route: Exclude<Route, `POST /${string}`>, row?: OperationRow): Call<Input, Output>;
}
