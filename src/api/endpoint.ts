import { ApiError, NetworkError } from '../errors.js';
import { within } from '../lib/deadline.js';
import { addressOf, type Address, type Route } from './address.js';
import { readAnswer } from './answer.js';
import { serviceOf, type Service, type ServiceOptions } from './service.js';

/** How an operation is called that needs more than JSON both ways. */
export interface Ways {
  /** Says where the call goes, and what it carries. Default: the whole input, in the body or a `GET`'s query string. */
  address?: (route: Route, input: unknown) => Address;
  /** Reads the answer. Default: as JSON. */
  read?: ((response: Response) => unknown) | undefined;
}

/** How to make one call. */
export interface AskOptions {
  /** Cancels the call, which then rejects at once with the signal's reason: an `AbortError` unless you gave another. */
  signal?: AbortSignal | undefined;
  /** How long to wait for the answer, in milliseconds. Default: 10 seconds. */
  timeout?: number | undefined;
  /** Whether a page lets the call go on after its own end. Default: `false`. */
  keepalive?: boolean | undefined;
  /** Headers for this call alone. */
  headers?: Record<string, string> | undefined;
  /** Hears of the answer before it is read. */
  onResponse?: ((response: Response) => void) | undefined;
}

/** Asks one operation of the service. */
export type Ask<Input, Output> = (input: Input, options?: AskOptions) => Promise<Output>;

/** Declares one operation of the service: from its route, makes the function that calls it. */
export type Endpoint = <Input, Output = void>(route: Route, ways?: Ways) => Ask<Input, Output>;

/** Makes the {@link Endpoint} of one service. */
export function connect(options: ServiceOptions): Endpoint {
  return connectTo(serviceOf(options));
}

/** The same of one whose options were checked. */
export function connectTo(service: Service): Endpoint {
  const { base, host, fetch, now } = service;

  return <Input, Output>(route: Route, { address = addressOf, read }: Ways = {}) =>
    async (input: Input, options: AskOptions = {}) => {
      const { signal, timeout = 10_000, keepalive = false, headers, onResponse } = options;
      const { method, path, body } = address(route, input);
      const sent = { ...service.key, ...headers };
      const lost = (cause: unknown) => new NetworkError(`${route} got no answer from ${host}`, { cause });
      const onTimeout = () => lost(new DOMException(`Nothing came in ${timeout} ms`, 'TimeoutError'));

      return within({ timeout, onTimeout, signal }, async (ended) => {
        try {
          const response = await fetch(base + path, {
            method,
            body: body ?? null,
            headers: body ? { ...sent, 'Content-Type': 'application/json' } : sent,
            keepalive,
            redirect: 'manual',
            signal: ended,
          });
          onResponse?.(response);
          const secrets = Object.values(sent).join(' ');
          return (await readAnswer(response, { route, secrets, now, read })) as Output;
        } catch (cause) {
          throw cause instanceof ApiError ? cause : lost(cause);
        }
      });
    };
}
