import { must } from './lib/must.js';
import type { GetToken } from './identity/credentials.js';
import type { Consent } from './identity/visitor.js';
import type { TrackedEvent } from './events/event.js';
import type { Limits } from './events/outbox/ledger.js';

/** Which service a client speaks to, itself or by way of a relay, and how. */
export type ClientOptions = OwnOptions & (DirectOptions | RelayOptions);

/** How a client speaks to the service itself. */
export interface DirectOptions {
  relay?: undefined;
  /** A web key of your project. A server-side key must never be in a page. */
  apiKey: string;
  /** Where the service is, such as `https://api.example.com`. */
  baseUrl: string;
  /**
   * Gets a user's token from your own server; `undefined` while there is none for that user, whose events then wait.
   * Default: calls carry no token, for keys that need none.
   */
  getToken?: GetToken;
  /** The headers that carry the key and the token. Default: `Api-Key` and `Authorization`. */
  headers?: { apiKey?: string; token?: string };
}

/** How a client speaks to it by way of the site's own server. */
export interface RelayOptions {
  /** Where that has the handler of `createRelay`, such as `/tidings`: the page then needs no key, no address and no token. */
  relay: string;
  /** The key that the page used before it had a relay: with `baseUrl`, what waits on devices since then goes out too. */
  apiKey?: string;
  baseUrl?: string;
  getToken?: never;
  headers?: never;
}

/** What a client does of its own. */
export interface OwnOptions {
  /** Names what the visitor's device keeps. Default: `apiKey`; when you change that, give the first one here, so that what waits goes out under the new one. */
  project?: string;
  /** Whether the visitor lets what they do be recorded, until `consent` says so. Default: `granted`. */
  consent?: Consent;
  /** Take a browser's Global Privacy Control as `denied`. Default: `false`. */
  respectPrivacySignals?: boolean;
  /** What to do with events of a visitor who is not identified yet: keep them for the first who is, or drop them. Default: `keep`. */
  anonymous?: 'keep' | 'drop';
  /** May change an event before it is recorded, or leave it out by giving nothing. Default: records all as they are. */
  beforeRecord?: (event: TrackedEvent) => TrackedEvent | null | undefined;
  /** How much may wait on the device. Default: 10,000 events, 10 MB, 30 days, 100 events without a user. */
  limits?: Partial<Limits>;
  /**
   * What to do with an event of a message that may or may not have arrived when its page ended, since the service
   * would count it twice: take it as delivered, or send it again. Default: `assume`.
   */
  uncertain?: 'assume' | 'resend';
  /** Tell the console of each step. It shows who the visitor is. Default: `false`. */
  debug?: boolean;
  /** Replaces the global `fetch`, to proxy or to test; what ky makes may, with `retry: 0`, `timeout: false` and `throwHttpErrors: false`. */
  fetch?: typeof globalThis.fetch;
}

/** Every state of consent. */
export const CONSENTS = ['granted', 'pending', 'denied'] as const;

const LIMITS: Limits = { events: 10_000, bytes: 10_000_000, age: 30 * 86_400_000, anonymous: 100 };

/** The options of a client, of which it is known where to speak to the service. */
export interface PlacedOptions
  extends OwnOptions, Pick<DirectOptions, 'apiKey' | 'baseUrl' | 'getToken' | 'headers'> {
  relay?: string | undefined;
}

/** The options of a client, which name the service, or the site's relay in its place: no other site sees what they name on the device. */
export function placed(options: ClientOptions): PlacedOptions {
  const { relay, apiKey = 'relay', baseUrl = `http://relay${relay}` } = { ...options };
  if (!relay) return options as DirectOptions;
  must(/^\/\w/.test(relay), '`relay` must be a path of your own site, such as `/tidings`');
  return { ...options, apiKey, baseUrl };
}

/** Checks what can only be a mistake of the page, and fills in the defaults. */
export function checkedOptions(options: PlacedOptions) {
  const checked = {
    consent: 'granted' as Consent,
    anonymous: 'keep' as const,
    uncertain: 'assume' as const,
    ...options,
    tokenHeader: options.headers?.token ?? 'Authorization',
    limits: { ...LIMITS, ...options.limits },
  };
  for (const name of ['getToken', 'beforeRecord'] as const) {
    must(typeof (checked[name] ?? oneOf) === 'function', `\`${name}\` must be a function`);
  }
  oneOf('consent', checked.consent, CONSENTS);
  oneOf('anonymous', checked.anonymous, ['keep', 'drop']);
  oneOf('uncertain', checked.uncertain, ['assume', 'resend']);
  for (const [name, limit] of Object.entries(checked.limits)) {
    must(limit >= 0, `\`limits.${name}\` must be a number`);
  }
  return checked;
}

/** Checks that a word is one of those known. */
export function oneOf<Word extends string>(name: string, word: Word, words: readonly Word[]): Word {
  must(words.includes(word), `\`${name}\` must be one of ${words.join(', ')}`);
  return word;
}
