import type { Ask, AskOptions, Endpoint } from '../../api/endpoint.js';
import type { Route } from '../../api/address.js';
import { NetworkError } from '../../errors.js';
import { isObject } from '../../lib/is-object.js';
import { mustBeTime } from './numbers.js';
import type { AnswerForm, OperationRow } from './operation.js';
import { callHeaders } from './call-headers.js';
import { jsonIn } from './json-answer.js';
import { refuseRedirect } from './redirects.js';
import { routeName } from './route-name.js';
import { spreadInput } from './spread-input.js';
import { steady } from './streams.js';

/** Declares one operation as it is called once, whatever its path, its query string and the form of its answer. */
export type FormEndpoint = <Input, Output = void>(route: Route, row?: OperationRow) => Ask<Input, Output>;

/**
 * An endpoint for every operation, from one for those that are JSON both ways, and from how the header of the key is
 * named.
 */
export function withForms(endpoint: Endpoint, keyHeader: () => string = () => 'Api-Key'): FormEndpoint {
  return <Input, Output>(route: Route, { query, answer = 'json', unwrap, mend }: OperationRow = {}) => {
    const name = routeName(route);
    const call = endpoint<Input, unknown>(name, {
      address: (_, input) => spreadInput(route, input, query),
      read: (response) => readers[answer](response, name),
    });
    return async (input: Input, options?: AskOptions) => {
      const how = checked(options, [keyHeader(), 'Content-Type']);
      let status = 0;
      const output = await call(input, {
        ...how,
        onResponse: (response) => {
          ({ status } = response);
          how.onResponse?.(response);
          refuseRedirect(response, name);
        },
      }).catch(passOn);
      if (answer === 'stream')
        return steady(output as ByteStream, {
          route: name,
          signal: how.signal,
          timeout: how.timeout,
        }) as Output;
      const bare = unwrap ? unwrapped(output, unwrap) : output;
      // Whoever asks for it in another form than its operation has reads it themselves.
      return (mend && answer === 'json' ? mend(bare, { route: name, status }) : bare) as Output;
    };
  };
}

/** Throws what a `fetch` of Next.js rejects with to stop a render as it is, for Next.js to hear: it is marked by a `digest`. */
function passOn(error: unknown): never {
  const { cause } = error instanceof NetworkError ? error : {};
  throw isObject(cause) && 'digest' in cause ? cause : error;
}

type ByteStream = ReadableStream<Uint8Array>;

const readers: Record<AnswerForm, (response: Response, route: Route) => unknown> = {
  json: jsonIn,
  text: (response) => response.text(),
  stream: (response) => response.body ?? new Blob([]).stream(),
  // Heard to its end, since only then is it sure that it came.
  nothing: (response) => response.text().then(() => undefined),
};

/** Some deployments wrap the bare model in the envelope's `params`. */
function unwrapped(body: unknown, key: string): unknown {
  const { params } = (body ?? {}) as { params?: unknown };
  return params && typeof params === 'object' && key in params ? params : body;
}

/** The options of a call, its headers each once, or an error that says what to pass instead. */
export function checked(options: AskOptions | undefined, ours: readonly string[] = []): AskOptions {
  const { timeout, headers } = { ...options };
  mustBeTime('timeout', timeout);
  return { ...options, headers: callHeaders(headers ?? {}, ours) };
}
