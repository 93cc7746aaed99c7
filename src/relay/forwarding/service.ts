import type { Call } from '../../admin/calling/call.js';
import { withForms } from '../../admin/calling/form-endpoint.js';
import { safeHooks } from '../../admin/calling/hooks.js';
import { logOf } from '../../admin/calling/log.js';
import type { OperationRow } from '../../admin/calling/operation.js';
import { reliableEndpoints, type InnerOptions } from '../../admin/calling/reliable-endpoint.js';
import { paceOf } from '../../admin/pace/shared-pace.js';
import { createTurns } from '../../admin/pace/turns.js';
import { mustBeSecret } from '../../admin/tokens/must-be-secret.js';
import type { Route } from '../../api/address.js';
import { connect } from '../../api/endpoint.js';
import { fetchOf, serviceOf } from '../../api/service.js';
import { isObject } from '../../lib/is-object.js';
import { must } from '../../lib/must.js';
import { isText, WORD } from '../../lib/text.js';
import { steadyNow } from '../../lib/steady-now.js';
import type { ForwardingOptions } from './forwarding-options.js';
import { masked } from './masked.js';
import { rowOf } from './service-tables.js';

/** How one call is made: as of the server door, and hearing of its turn. */
export type ServiceCall = (input: object, how: InnerOptions) => ReturnType<Call<object, unknown>>;

/** The service, as a relay calls it. */
export interface Service {
  /** Calls an operation with the server-side key. */
  asServer(route: Route): ServiceCall;
  /** Calls an operation with the web key, beside a token; its answer is read as JSON unless it is said otherwise. */
  asPage(route: Route, row?: OperationRow): ServiceCall;
  /** The header that carries a token. */
  tokenHeader: string;
  /** The time by which calls are made, in milliseconds since the epoch. */
  now: () => number;
}

/** How many calls may be under way at once. */
const CONCURRENCY = 16;

/** Opens the service with both keys, which keep one pace. */
export function createService(options: ForwardingOptions): Service {
  const { baseUrl, serverKey, webKey, headers = {}, fetch, now = steadyNow, random = Math.random } = options;
  checkKeys(options);
  // None of them knows of the others, and a call hides its own alone.
  const secretive = masked(fetchOf({ fetch }), [serverKey, webKey, options.tokenSecret]);
  const place = { baseUrl, headers, fetch: secretive, now };
  const { base } = serviceOf({ ...place, apiKey: serverKey });
  serviceOf({ ...place, apiKey: webKey });
  const pace = paceOf(
    { apiKey: serverKey, pace: paceGiven(options), ...(fetch && { fetch }) },
    { base, limitOf: (route) => rowOf(route).limit, now },
  );
  const { concurrency = CONCURRENCY } = options;
  must(Number.isInteger(concurrency) && concurrency > 0, '`concurrency` must be a whole number above 0');
  const { progress, ...hooks } = safeHooks(
    {},
    logOf(options.logger, () => `${serverKey} ${webKey}`),
  );
  const onWait = (route: string, wait: number, waiting: number) => hooks.onThrottle({ route, wait, waiting });
  const turns = createTurns({ pace, concurrency, now, onWait });
  const { apiKey: keyHeader = 'Api-Key', token: tokenHeader = 'Authorization' } = headers;

  function opened(apiKey: string) {
    const endpoint = withForms(connect({ ...place, apiKey }), () => keyHeader);
    // Whoever told an event without an id tells it again without one, so that one made here is made for this call alone.
    const reliability = { ...hooks, turns, pace, retry: {}, safeMode: false, eventIds: false, now, random };
    return reliableEndpoints(endpoint, reliability)({});
  }
  const [server, page] = [opened(serverKey), opened(webKey)];

  return {
    asServer: (route) => server<object, unknown>(route, rowOf(route)),
    asPage: (route, row) => page<object, unknown>(route, { ...rowOf(route), ...row }),
    tokenHeader,
    now,
  };
}

/** Two keys of one project share its limits, whatever it is called. */
function paceGiven({ pace = {}, serverKey }: ForwardingOptions): NonNullable<ForwardingOptions['pace']> {
  must(
    isObject(pace),
    '`pace` must be an object such as `{ project }` or what `redisPace` gives: a relay heeds what the service asks for',
  );
  return 'take' in pace ? pace : { project: serverKey, ...pace };
}

function checkKeys(options: ForwardingOptions): void {
  must(
    isObject(options),
    'The options must be an object: `{ baseUrl, serverKey, webKey, tokenSecret, user }`',
  );
  const { serverKey, webKey, tokenSecret } = options;
  mustBeSecret('serverKey', serverKey, 'a server-side key of your project');
  mustBeSecret('webKey', webKey, 'a web key of your project');
  // Whatever opens the service with one calls it `apiKey`.
  for (const [name, key] of Object.entries({ serverKey, webKey }))
    must(isText(key, WORD), `\`${name}\` must be a key without spaces`);
  mustBeSecret('tokenSecret', tokenSecret, 'the token secret of your project');
  must(
    serverKey !== webKey,
    '`serverKey` and `webKey` must be two keys: the service takes each for calls of its own',
  );
}
