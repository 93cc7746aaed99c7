import { checkedPlan } from '../plan/checked-plan.js';
import type { Plan } from '../plan/schema.js';
import type { Beginning } from './beginning.js';
import type { Behaviour } from './behaviour/behaviour.js';
import { isTimeZone } from './campaigns/send-times.js';
import type { ControlAccess } from './console/access.js';
import { EMULATOR_KEYS, type Keys, type KeyType } from './operation/keys.js';
import type { Dialect, ProjectType } from './state/service.js';

/** What kind of project the emulator holds, and how it behaves. */
export interface EmulatorOptions extends Beginning {
  /** How the project names its people. Default: `hybrid`, by email or by your own ids. */
  project?: ProjectType;
  /** The IANA time zone of the project: where its days begin, and its blasts start. Default: `UTC`. */
  timeZone?: string;
  /** Where the service's document and what it was seen to do differ, which of them it goes by. Default: `document`. */
  dialect?: Dialect;
  /** The addresses and domains that emails may come from. Default: `example.com` and its like, with all below. */
  senders?: readonly string[];
  /** Who may be said to have made a template, beside the owner. Default: nobody. */
  members?: readonly string[];
  /** A tracking plan in JSON Schema: its console marks the custom events that break it, and nothing is refused. Default: none. */
  plan?: Plan;
  /** What its people do by themselves: nothing, or what people of a shop do as time passes. Default: `quiet`. */
  behaviour?: Behaviour;
  /** Whether calls that come too often are refused, as published. Default: `false`. */
  limits?: boolean;
  /** How long a write that was received takes to be seen, in milliseconds. Default: 0. */
  latency?: number;
  /** The keys of the project. Default: one of each type, which `keys` of the emulator tells. */
  keys?: Partial<Keys>;
  /** The secret that tokens are signed with. */
  tokenSecret?: string;
  /** The types of key whose calls need a token. Default: `mobile` and `web`. */
  tokenKeys?: readonly KeyType[];
  /** The only origin whose pages may call. Default: any. */
  origin?: string;
  /** The time, in milliseconds since the epoch. Default: the device's clock. */
  now?: () => number;
  /** Where chance starts: the same seed, the same chance. Default: 1. */
  seed?: number;
  /** The number after which it numbers what it makes, so that two projects share none. Default: 1000. */
  firstId?: number;
  /** Calls webhooks and data feeds. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Who may look and steer, where it is served, beside the machine that it runs on. Default: nobody. */
  control?: ControlAccess;
}

/** Whether a value can be that of an option, and what can. */
interface Rule {
  fits(value: unknown): boolean;
  words: string;
  /** Throws what is wrong inside one that fits. */
  check?(value: unknown): unknown;
}

const TYPES = Object.keys(EMULATOR_KEYS);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isFunction = (value: unknown): value is () => unknown => typeof value === 'function';

const rules: Record<keyof EmulatorOptions, Rule> = {
  project: oneOf('email', 'userId', 'hybrid'),
  timeZone: {
    fits: (value) => isText(value) && isTimeZone(value),
    words: 'an IANA time zone such as `Europe/Berlin`',
  },
  dialect: oneOf('document', 'observed'),
  contents: oneOf('empty', 'shop'),
  scenario: { fits: isObject, words: 'an object, as the guide to the emulator has it' },
  saved: { fits: isText, words: 'the text of a save' },
  senders: { fits: isTexts, words: 'a list of addresses and domains' },
  members: { fits: isTexts, words: 'a list of addresses' },
  plan: {
    // What it cannot be is said as `tidings types` says it.
    fits: () => true,
    words: 'a tracking plan',
    check: checkedPlan,
  },
  behaviour: oneOf('quiet', 'busy'),
  limits: { fits: (value) => typeof value === 'boolean', words: '`true` or `false`' },
  latency: {
    fits: (value) => Number.isFinite(value) && Number(value) >= 0,
    words: 'milliseconds, 0 or more',
  },
  keys: { fits: isKeys, words: `an object with keys by their types: ${written(TYPES)}; no two are the same` },
  tokenSecret: { fits: isText, words: 'a text that is not empty' },
  tokenKeys: {
    fits: (value) => Array.isArray(value) && value.every((type) => TYPES.includes(String(type))),
    words: `a list of types of key: ${written(TYPES)}`,
  },
  origin: { fits: isOrigin, words: 'an origin such as `https://shop.example.com`' },
  now: {
    fits: (value) => isFunction(value) && Number.isFinite(value()),
    words: 'a function that gives milliseconds since the epoch',
  },
  seed: { fits: Number.isFinite, words: 'a number' },
  firstId: {
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    words: 'a whole number, 0 or more',
  },
  fetch: { fits: isFunction, words: 'a function as the global `fetch`' },
  control: {
    fits: (value) => isObject(value) && 'hosts' in value && isTexts(value.hosts) && 'token' in value,
    words: 'an object with `hosts`, a list of names, and a `token`',
  },
};

/** Refuses options that are unknown or cannot be; says which, and what it may be. */
export function checkOptions(options: EmulatorOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof EmulatorOptions] : undefined;
    if (!rule) throw new TypeError(`\`${name}\` is no option: there are ${written(Object.keys(rules))}`);
    if (value === undefined) continue;
    if (!rule.fits(value)) throw new TypeError(`\`${name}\` must be ${rule.words}`);
    try {
      rule.check?.(value);
    } catch (cause) {
      throw new TypeError(`\`${name}\` cannot be read: ${(cause as Error).message}`, { cause });
    }
  }
}

/** Two types of key that are the same, if any are: such a key could not tell its type. */
export function sameKeys(given: Partial<Keys>): [KeyType, KeyType] | undefined {
  const keys = Object.entries({ ...EMULATOR_KEYS, ...given }) as [KeyType, string][];
  for (const [index, [type, key]] of keys.entries()) {
    const [other] = keys.slice(index + 1).find(([, one]) => one === key) ?? [];
    if (other) return [type, other];
  }
  return undefined;
}

function oneOf(...words: string[]): Rule {
  const [last = '', ...others] = words.map((word) => `\`${word}\``).reverse();
  const fits = (value: unknown) => typeof value === 'string' && words.includes(value);
  return { fits, words: `${others.reverse().join(', ')} or ${last}` };
}

function isKeys(value: unknown): boolean {
  if (!isObject(value)) return false;
  const isKnown = Object.entries(value).every(([type, key]) => TYPES.includes(type) && isText(key));
  return isKnown && !sameKeys(value);
}

function isOrigin(value: unknown): boolean {
  return value === '*' || (isText(value) && URL.canParse(value) && new URL(value).origin === value);
}

function written(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
