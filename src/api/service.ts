import { ifPossible } from '../lib/if-possible.js';
import { isObject } from '../lib/is-object.js';
import { isText, WORD } from '../lib/text.js';
import { must } from '../lib/must.js';

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
  /** The address that each path follows. */
  base: string;
  /** What to call the service in a message. */
  host: string;
  /** The header that every call carries, as the options say by now. */
  readonly key: Record<string, string>;
  fetch: typeof globalThis.fetch;
  now: () => number;
}

/** Checks which service to call, and says what to pass instead of anything unusable. */
export function serviceOf(options: ServiceOptions): Service {
  must(isObject(options), 'The options must be an object: `{ apiKey, baseUrl }`');
  const { apiKey, baseUrl, headers = {}, now = Date.now } = options;
  // Checked here, since the platform's own error of a bad header would quote the key.
  must(
    isText(apiKey, WORD),
    '`apiKey` must be a key of your project, without spaces: if it stands in an environment variable, is that set?',
  );
  const fetch = fetchOf(options);
  const { apiKey: keyHeader = 'Api-Key', token = 'Authorization' } = { ...headers };
  must(
    isObject(headers) && keyHeader !== token && [keyHeader, token].every(isName),
    "`headers` must be an object of two names: `{ apiKey: 'Api-Key', token: 'Authorization' }`",
  );
  return {
    ...placeOf(baseUrl),
    get key() {
      return { [options.headers?.apiKey ?? 'Api-Key']: options.apiKey };
    },
    fetch,
    now,
  };
}

/** What makes calls, looked up anew for each: whatever stands there by then is meant. */
export function fetchOf(options: Pick<ServiceOptions, 'fetch'>): typeof globalThis.fetch {
  must(/undefined|function/.test(typeof options.fetch), '`fetch` must be a function');
  return (...call) => (options.fetch ?? globalThis.fetch)(...call);
}

/** The address that each path follows, of a `baseUrl` that was checked. */
export function baseOf(baseUrl: string): string {
  return new URL(baseUrl).href.replace(/\/+$/, '');
}

/** What tells a project from others on the same site. */
export interface ProjectOptions extends Pick<ServiceOptions, 'apiKey' | 'baseUrl'> {
  /** Names what the visitor's device keeps. Default: `apiKey`; when you change that, give the first one here. */
  project?: string | undefined;
}

/** Names a project, apart from others on the same site. */
export function projectName({ apiKey, baseUrl, project = apiKey }: ProjectOptions): string {
  return `tidings ${baseOf(baseUrl)} ${project}`;
}

/** Checks where the service is said to be; a path in it is kept, so that a proxy can stand in front. */
export function placeOf(baseUrl: string): { base: string; host: string } {
  const base = ifPossible(() => baseOf(baseUrl)) ?? '';
  const [, host = ''] = /^https?:\/\/([^@/]+)(\/[^?#]*)?$/.exec(base) ?? [];
  must(
    host !== '',
    '`baseUrl` must be a whole address of http or https, such as `https://api.example.com`, without user, query or fragment',
  );
  return { base, host };
}

function isName(header: unknown): boolean {
  return isText(header, /^[\w-]+$/);
}
