import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Behaviour } from '../behaviour/behaviour.js';
import type { Dialect, ProjectType } from '../state/service.js';
import { isTimeZone } from '../campaigns/send-times.js';
import { isToken, type ControlAccess } from '../console/access.js';
import { HOUR } from '../time.js';

/** What the command was asked for. */
export interface Choices {
  port: number;
  host: string;
  /** What it holds at first. */
  seed: 'empty' | 'shop';
  /** The file that keeps what it holds. */
  data: string | undefined;
  project: ProjectType;
  people: Behaviour;
  /** The IANA zone of the project. */
  timeZone: string;
  /** Whom emails may come from; none for the default. */
  senders: string[] | undefined;
  dialect: Dialect;
  limits: boolean;
  /** In milliseconds. */
  latency: number;
  /** The only origin whose pages may call. */
  origin: string | undefined;
  /** Who may look and steer beside this machine. */
  control: ControlAccess | undefined;
}

/** A command line that cannot be followed; its message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const DEFAULT_PORT = 4747;

/** What `tidings-emulator --help` prints. */
export const HELP = `Usage: tidings-emulator [options]

The whole service on your own machine, with a console to look at what it holds.

Options:
  --port PORT           Where to listen; 0 takes a port that is free. Default: ${DEFAULT_PORT}.
  --host HOST           The address to listen at. Default: 127.0.0.1, which only this machine reaches.
  --seed shop|empty     What it holds at first. Default: shop.
  --data FILE           Keep what it holds in this file, and take it up from there.
  --project TYPE        How people are named: email, userId or hybrid. Default: hybrid.
  --people quiet|busy   Whether people open, click and buy by themselves, as time passes. Default: quiet.
  --time-zone ZONE      Where the project's days begin, such as Europe/Berlin. Default: UTC.
  --senders LIST        The addresses and domains, with commas between, that emails may come from.
  --dialect NAME        Where its document and the service differ, go by: document or observed. Default: document.
  --limits              Refuse calls that come too often, as published.
  --latency MS          How long a write that was received takes to be seen. Default: 0.
  --strict-cors ORIGIN  Let only pages of this origin call, such as https://shop.example.com.
  --control-host NAME   Let those who reach it by this name look and steer too, with a token; may be repeated, * is any.
  --control-token TEXT  Their token, of 16 characters or more. Default: one by chance, which it tells.
  --help                Show this.
  --version             Show the version.`;

const options = {
  port: { type: 'string', default: String(DEFAULT_PORT) },
  host: { type: 'string', default: '127.0.0.1' },
  seed: { type: 'string', default: 'shop' },
  data: { type: 'string' },
  project: { type: 'string', default: 'hybrid' },
  people: { type: 'string', default: 'quiet' },
  'time-zone': { type: 'string', default: 'UTC' },
  senders: { type: 'string' },
  dialect: { type: 'string', default: 'document' },
  limits: { type: 'boolean', default: false },
  latency: { type: 'string', default: '0' },
  'strict-cors': { type: 'string' },
  'control-host': { type: 'string', multiple: true },
  'control-token': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const;

/** Reads a command line; throws a {@link UsageError} that says what is wrong with it. */
export function choicesOf(args: string[]): Choices | 'help' | 'version' {
  const values = valuesOf(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  return {
    port: numberOf('port', values.port, 65_535),
    host: values.host,
    seed: oneOf('seed', values.seed, ['shop', 'empty']),
    data: values.data === '' ? refuse('`--data` needs the path of a file') : values.data,
    project: oneOf('project', values.project, ['email', 'userId', 'hybrid']),
    people: oneOf('people', values.people, ['quiet', 'busy']),
    timeZone: zoneOf(values['time-zone']),
    senders: values.senders?.split(',').map((sender) => sender.trim()),
    dialect: oneOf('dialect', values.dialect, ['document', 'observed']),
    limits: values.limits,
    latency: numberOf('latency', values.latency, HOUR),
    origin: originOf(values['strict-cors']),
    control: controlOf(values['control-host'], values['control-token']),
  };
}

function valuesOf(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    // The first sentence tells; the others explain Node's own rules.
    return refuse((error as Error).message.split('. ')[0] ?? 'the options cannot be read');
  }
}

function numberOf(name: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  return refuse(`\`--${name}\` must be a whole number from 0 to ${most}; got ${text || 'nothing'}`);
}

function oneOf<Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((one) => one === text);
  return choice ?? refuse(`\`--${name}\` must be one of ${choices.join(', ')}; got ${text || 'nothing'}`);
}

function zoneOf(text: string): string {
  const isZone: boolean = isTimeZone(text);
  if (isZone) return text;
  return refuse(`\`--time-zone\` must be an IANA time zone such as Europe/Berlin; got ${text || 'nothing'}`);
}

function originOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin !== 'null' && origin === text.replace(/\/$/, '')) return origin;
  return refuse(
    `\`--strict-cors\` must be an origin such as https://shop.example.com; got ${text || 'nothing'}`,
  );
}

function controlOf(hosts: string[] | undefined, token: string | undefined): ControlAccess | undefined {
  if (token !== undefined && !hosts) refuse('`--control-token` needs a `--control-host`');
  if (token !== undefined && !isToken(token)) {
    refuse('`--control-token` must have 16 characters or more: letters, digits and any of -._~+/=');
  }
  const unfit = hosts?.find((name) => !/^(\*|[\w.-]+)$/.test(name));
  if (unfit !== undefined)
    refuse(`\`--control-host\` must be a name without a port, or *; got ${unfit || 'nothing'}`);
  return hosts && { hosts, token: token ?? randomBytes(24).toString('base64url') };
}

function refuse(message: string): never {
  throw new UsageError(message);
}
