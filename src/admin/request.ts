import type { Route } from '../api/address.js';
import { must } from '../lib/must.js';
import type { Answer, CallOptions } from './calling/call.js';
import type { AnswerForm } from './calling/operation.js';
import type { ReliableEndpoint } from './calling/reliable-endpoint.js';
import { routeName } from './calling/route-name.js';
import { rowOf, spellingsOf } from './operations/row-of.js';

/** How to call a route that has no function of its own. */
export interface RequestOptions extends CallOptions {
  /** Input fields sent in the query string of a route that has a body. */
  query?: readonly string[];
  /** How to read the answer. Default: as the operation is read, or as JSON. */
  answer?: AnswerForm;
}

/** Makes the function that calls any route. */
export function createRequest(endpoint: ReliableEndpoint, { safeMode }: { safeMode: boolean }) {
  return function request<Output>(
    route: Route,
    input: object = {},
    options: RequestOptions = {},
  ): Answer<Output> {
    must(
      /^(GET|POST|PUT|PATCH|DELETE) \/(?!\/)[^\s#\\]*$/.test(route),
      'The route must be a verb and a path without `\\` and `#`: `GET /api/lists`',
    );
    // Such a segment leads elsewhere than it says; so does a `\`, which an address takes for a `/`.
    const [whole] = spellingsOf(route);
    must(!/\/\.{1,2}(\/|$)/.test(whole), 'The route must not hold `.` or `..` as a segment');
    const { query, answer, ...how } = options;
    const row = rowOf(route, input);
    must(
      row !== undefined || !safeMode || route.startsWith('GET '),
      `${routeName(route)} is not known to send no messages to people, and \`safeMode\` is on`,
    );
    return endpoint<object, Output>(route, {
      ...row,
      // What is not known shares one pace by its verb, however many paths there are.
      operation: row?.route ?? route.replace(/ .*/, ' /'),
      ...(query && { query }),
      ...(answer && { answer }),
    })(input, how);
  };
}
