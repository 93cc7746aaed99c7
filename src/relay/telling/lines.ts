import type { UserRef } from '../../api/models/user.js';
import { writtenJson } from '../../admin/calling/written-json.js';
import { ifPossible } from '../../lib/if-possible.js';
import { isDeep } from '../../lib/is-deep.js';
import { isObject } from '../../lib/is-object.js';
import { parsed } from '../../lib/parsed.js';
import { isText } from '../../lib/text.js';
import type { RelayOutcome } from '../outcome.js';
import type { RelayedCall, RelayedRoute } from '../relayed-call.js';
import { bodyProblem, pageRoutes, type PageRoute } from './routes.js';

/** A line that holds a call, whoever it is for. */
export interface ReadLine {
  call: RelayedCall;
  isOfSession: boolean;
}

/** What a line says: a call, or why it is none. */
export type LineSaid = ReadLine | { refused: RelayOutcome };

/** Reads one line of a page's request. */
export function readLine(text: string): LineSaid {
  const said = parsed(text);
  const [path, body, ...more] = Array.isArray(said) ? (said as unknown[]) : [];
  if (typeof path !== 'string' || !isObject(body) || more.length)
    return refused('BadJsonBody', 'The line must be JSON: a list of a path and a body');
  const name = `POST ${path}`;
  const route = pageRoutes.get(name);
  if (!route) return refused('Forbidden', 'A page may not call this through a relay', 403);
  if (isDeep(body)) return refused('BadParams', 'The body must have fewer levels');
  // Such as 1e999: said of a call as a whole, it would be said of all that goes with it.
  if (ifPossible(() => writtenJson('it', body)) === undefined)
    return refused('BadParams', 'The body must be what JSON can hold');
  const user = userIn(body, route);
  if (!user) return refused('BadParams', 'The body must name one user, by `email` or by `userId`');
  const problem = bodyProblem(route, body);
  if (problem) return refused('BadParams', problem);
  const { isOfSession = false } = route;
  return { call: { route: name as RelayedRoute, body, user }, isOfSession };
}

function refused(code: string, msg: string, status = 400): LineSaid {
  return { refused: { is: 'refused', status, code, msg } };
}

/** The one user whom a body names. */
function userIn(body: Record<string, unknown>, { named }: PageRoute): UserRef | undefined {
  const within = named === 'within' ? body['user'] : body;
  if (!isObject(within)) return undefined;
  const [email, userId] =
    named === 'current' ? [body['currentEmail'], body['currentUserId']] : [within['email'], within['userId']];
  if (userId === undefined && isText(email)) return { email };
  if (email === undefined && isText(userId)) return { userId };
  return undefined;
}
