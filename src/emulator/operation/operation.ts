import type { z } from 'zod';
import type { UserRef } from '../../api/models/user.js';
import { json } from './answers.js';
import type { KeyType } from './keys.js';

/** What a call brings, checked. */
export interface Input<Path, Query, Body> {
  path: Path;
  query: Query;
  body: Body;
  /** Where the call came to, such as `http://localhost:8080`: for addresses in answers that lead back. */
  origin: string;
  /** Whose token the call carries, if it carries a good one. */
  tokenUser: UserRef | undefined;
  /** Whether it is a HEAD, which looks and does nothing. */
  isHead: boolean;
}

/** What an operation asks of a call, apart from its route. */
export interface Rules<Path, Query, Body> {
  /** The types of key it takes; none means that anyone may call, without a key. */
  keys: readonly KeyType[];
  path?: z.ZodType<Path>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** Take a call without a body, as if it had an empty one. Default: refuse it. */
  mayLackBody?: boolean;
  /** The answer to a refusal; none leaves it to the app. Default: the app answers with the envelope. */
  refused?: (error: unknown) => Response | undefined;
}

/** One operation of the service, as the app runs it. */
export interface Operation {
  /** Such as `GET /api/lists/{listId}/size`. */
  route: string;
  rules: Rules<unknown, unknown, unknown>;
  answer(input: Input<unknown, unknown, unknown>): Promise<Response>;
}

/**
 * Declares an operation: its route, what it asks of a call, and what it does.
 *
 * `work` gives what to answer with 200 as JSON, or a whole response; to refuse it throws a `Refusal`.
 */
export function operation<Path = unknown, Query = unknown, Body = unknown>(
  route: string,
  rules: Rules<Path, Query, Body>,
  work: (input: Input<Path, Query, Body>) => unknown,
): Operation {
  return {
    route,
    rules,
    async answer(input) {
      // The app has checked the input by these rules.
      const answer = await work(input as Input<Path, Query, Body>);
      return answer instanceof Response ? answer : json(answer);
    },
  };
}
