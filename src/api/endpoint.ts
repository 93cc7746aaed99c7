import ky from 'ky';
import { ApiError, NetworkError, OptionError } from '../errors.js';
import { within } from '../lib/deadline.js';
import { addressOf, baseOf, type Route } from './address.js';
import { readAnswer, type AnswerForm } from './answer.js';

export interface EndpointOptions {
  /** Input fields sent in the query string of a route that has a body. */
  query?: readonly string[];
  /** How to read the answer. Default: `json`. */
  answer?: AnswerForm;
  /** The field that tells the bare answer from one wrapped in the envelope's `params`. Default: never wrapped. */
  unwrap?: string;
}

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

export interface ServiceOptions {
  /** The key of a project of the service. */
  apiKey: string;
  /** Where the service is, such as `https://api.example.com`. A path in it is kept. */
  baseUrl: string;
  /** The header that carries the key. Default: `Api-Key`. */
  keyHeader?: string | undefined;
  /** Replaces the global `fetch`, to proxy or to test. */
  fetch?: typeof globalThis.fetch | undefined;
  /** The time, in milliseconds since the epoch. Default: the device's clock. */
  now?: () => number;
}

/** Makes the {@link Endpoint} of one service. */
export function connect({
  apiKey,
  baseUrl,
  keyHeader = 'Api-Key',
  fetch,
  now = Date.now,
}: ServiceOptions): Endpoint {
  const key = checkedKey(apiKey);
  const { base, host } = baseOf(baseUrl);
  const http = ky.create({
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    redirect: 'manual',
    ...(fetch && { fetch }),
  });

  return <Input, Output>(route: Route, { query, answer: form = 'json', unwrap }: EndpointOptions = {}) =>
    async (input: Input, { signal, timeout = 10_000, headers = {} }: CallOptions = {}) => {
      const { url, ...request } = addressOf(route, input, query);
      const sent = {
        [keyHeader]: key,
        ...(request.body && { 'Content-Type': 'application/json' }),
        ...headers,
      };
      const secrets = [key, ...Object.values(headers).flatMap((value) => value.split(' '))];
      const lost = (cause: unknown) => new NetworkError(`${route} got no answer from ${host}`, { cause });
      const onTimeout = () => lost(new DOMException(`Nothing came within ${timeout} ms`, 'TimeoutError'));

      return within({ timeout, onTimeout, signal }, async (ended) => {
        try {
          const response = await http(base + url, { ...request, headers: sent, signal: ended });
          return (await readAnswer(response, { route, form, unwrap, secrets, signal, now: now() })) as Output;
        } catch (cause) {
          throw cause instanceof ApiError ? cause : lost(cause);
        }
      });
    };
}

/** Checked here, since the error of a bad header value would quote it. */
function checkedKey(apiKey: unknown): string {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new OptionError('`apiKey` must be the text of an API key of your project');
}
