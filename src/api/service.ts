import { OptionError } from '../errors.js';
import { baseOf } from './address.js';
import { checkedHeaders, type Headers } from './headers.js';

/** Which service to call, and how. */
export interface ServiceOptions {
  /** The key of a project of the service. */
  apiKey: string;
  /** Where the service is, such as `https://api.example.com`. A path in it is kept. */
  baseUrl: string;
  /** The names of the headers that carry the key and the token. */
  headers?: HeaderNames | undefined;
  /** Replaces the global `fetch`, to proxy or to test. */
  fetch?: typeof globalThis.fetch | undefined;
  /** The time, in milliseconds since the epoch. Default: the device's clock. */
  now?: () => number;
}

/** The names of headers that a deployment may name otherwise. */
export interface HeaderNames {
  /** The header that carries the key. Default: `Api-Key`. */
  apiKey?: string;
  /** The header that carries the token. Default: `Authorization`. */
  token?: string;
}

/** A service as it is called, its options checked. */
export interface Service {
  base: string;
  host: string;
  /** The header that every call carries. */
  key: Headers;
  fetch: typeof globalThis.fetch | undefined;
  now: () => number;
}

/** Checks which service to call, and says what to pass instead of anything unusable. */
export function serviceOf(options: ServiceOptions): Service {
  if (!isObject(options))
    throw new OptionError("The options must be an object: `{ apiKey, baseUrl: 'https://…' }`");
  const { apiKey, baseUrl, headers = {}, fetch, now = Date.now } = options;
  // Checked here, since the platform's own error of a bad header would quote the key.
  if (!/^[\x21-\x7e]+$/.test(isText(apiKey) ? apiKey : '')) {
    throw new OptionError('`apiKey` must be the text of an API key of your project');
  }
  const { base, host } = baseOf(baseUrl);
  if (fetch !== undefined && typeof fetch !== 'function') {
    throw new OptionError('`fetch` must be a function like the global `fetch`');
  }
  const { apiKey: keyHeader = 'Api-Key', token: tokenHeader = 'Authorization' } = isObject(headers)
    ? headers
    : { token: '' };
  if (
    ![keyHeader, tokenHeader].every((name) => isText(name) && /^[\w-]+$/.test(name)) ||
    keyHeader === tokenHeader
  ) {
    throw new OptionError(
      "`headers` must be an object of two names: `{ apiKey: 'Api-Key', token: 'Authorization' }`",
    );
  }
  return { base, host, key: checkedHeaders({ [keyHeader]: apiKey }), fetch, now };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
