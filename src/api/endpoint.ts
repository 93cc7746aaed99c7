import ky from 'ky';
import { ApiError, NetworkError, OptionError } from '../errors.js';
import { within } from '../lib/deadline.js';
import { addressOf, type Route } from './address.js';
import { readAnswer, type AnswerForm } from './answer.js';
import { checkedHeaders, secretsIn } from './headers.js';
import { serviceOf, type ServiceOptions } from './service.js';

/** What an operation needs said beyond its route. */
export interface EndpointOptions {
  /** Input fields sent in the query string of a route that has a body. */
  query?: readonly string[];
  /** How to read the answer. Default: `json`. */
  answer?: AnswerForm;
  /** The field that tells the bare answer from one wrapped in the envelope's `params`. Default: never wrapped. */
  unwrap?: string;
}

/** How to make one call. */
export interface CallOptions {
  /** Cancels the call, which then rejects at once with the signal's reason: an `AbortError` unless you gave another. */
  signal?: AbortSignal | undefined;
  /** How long to wait for the answer, in milliseconds. Default: 10 seconds. */
  timeout?: number | undefined;
  /** Headers for this call alone. */
  headers?: Record<string, string> | undefined;
}

/** Calls one operation of the service. */
export type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>;

/** Declares one operation of the service: from its route, makes the function that calls it. */
export type Endpoint = <Input, Output = void>(route: Route, options?: EndpointOptions) => Call<Input, Output>;

/** Makes the {@link Endpoint} of one service. */
export function connect(options: ServiceOptions): Endpoint {
  const { base, host, key, fetch, now } = serviceOf(options);
  const http = ky.create({
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    redirect: 'manual',
    ...(fetch && { fetch }),
  });

  return <Input, Output>(route: Route, { query, answer: form = 'json', unwrap }: EndpointOptions = {}) =>
    async (input: Input, how?: CallOptions) => {
      const { signal, timeout = 10_000, headers = {} } = how ?? {};
      if (!(timeout > 0)) throw new OptionError('`timeout` must be a number of milliseconds above 0');
      const { url, ...request } = addressOf(route, input, query);
      const own = checkedHeaders({ ...key, ...headers });
      const sent = request.body ? { 'Content-Type': 'application/json', ...own } : own;
      const lost = (cause: unknown) => new NetworkError(`${route} got no answer from ${host}`, { cause });
      const onTimeout = () => lost(new DOMException(`Nothing came within ${timeout} ms`, 'TimeoutError'));

      return within({ timeout, onTimeout, signal }, async (ended) => {
        try {
          const response = await http(base + url, { ...request, headers: sent, signal: ended });
          return (await readAnswer(response, {
            route,
            form,
            unwrap,
            secrets: secretsIn(own),
            now: now(),
          })) as Output;
        } catch (cause) {
          throw cause instanceof ApiError ? cause : lost(cause);
        }
      });
    };
}
