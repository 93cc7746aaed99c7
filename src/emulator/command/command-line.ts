import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Behaviour } from '../behaviour/behaviour.js';
import type { Dialect, ProjectType } from '../state/service.js';
import { isTimeZone } from '../campaigns/send-times.js';
import { isToken, type ControlAccess } from '../console/access.js';
import { EMULATOR_KEYS, type Keys } from '../operation/keys.js';
import { sameKeys } from '../options.js';
import { HOUR, momentOf } from '../time.js';
import type { Program } from './exec.js';
import { DEFAULT_PORT, HELP_OF_PULL } from './help.js';

/** What the command was asked for. */
export interface Choices {
  port: number;
  host: string;
  /** What it holds at first. */
  seed: 'empty' | 'shop';
  /** The file of what it holds beside that. */
  scenario: string | undefined;
  /** The file that keeps what it holds. */
  data: string | undefined;
  /** The file of a save that it begins with, and that of the save that it ends with. */
  import: string | undefined;
  exportOnExit: string | undefined;
  project: ProjectType;
  people: Behaviour;
  /** The IANA zone of the project. */
  timeZone: string;
  /** Whom emails may come from; none for the default. */
  senders: string[] | undefined;
  /** The file of its tracking plan. */
  plan: string | undefined;
  dialect: Dialect;
  /** How many projects it has. */
  projects: number;
  /** The keys of the first project that are not the usual ones. */
  keys: Partial<Keys>;
  /** What tokens are signed with. Default: the usual one. */
  secret: string | undefined;
  limits: boolean;
  /** In milliseconds. */
  latency: number;
  /** When its time begins, in milliseconds since the epoch. */
  now: number | undefined;
  /** How many seconds pass in one of the device's. */
  rate: number;
  /** The only origin whose pages may call. */
  origin: string | undefined;
  /** Who may look and steer beside this machine. */
  control: ControlAccess | undefined;
  /** What to run beside it, and to end with. */
  program: Program | undefined;
}

/** What `pull` was asked for. */
export interface PullChoices {
  /** Where the project is. */
  from: string;
  /** The file to write. */
  out: string;
  /** The read-only key of the project. */
  apiKey: string;
}

/** A command line that cannot be followed; its message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const options = {
  port: { type: 'string', default: String(DEFAULT_PORT) },
  host: { type: 'string', default: '127.0.0.1' },
  seed: { type: 'string' },
  scenario: { type: 'string' },
  data: { type: 'string' },
  import: { type: 'string' },
  'export-on-exit': { type: 'string' },
  project: { type: 'string', default: 'hybrid' },
  people: { type: 'string', default: 'quiet' },
  'time-zone': { type: 'string', default: 'UTC' },
  senders: { type: 'string' },
  plan: { type: 'string' },
  dialect: { type: 'string', default: 'document' },
  projects: { type: 'string', default: '1' },
  key: { type: 'string', multiple: true },
  secret: { type: 'string' },
  limits: { type: 'boolean', default: false },
  latency: { type: 'string', default: '0' },
  now: { type: 'string' },
  rate: { type: 'string', default: '1' },
  'strict-cors': { type: 'string' },
  'control-host': { type: 'string', multiple: true },
  'control-token': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const;

const pullOptions = {
  from: { type: 'string' },
  out: { type: 'string', default: 'scenario.json' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Reads a command line; throws a {@link UsageError} that says what is wrong with it. */
export function choicesOf(
  args: string[],
  environment: Record<string, string | undefined> = {},
): Choices | PullChoices | 'help' | 'version' {
  if (args[0] === 'pull') return pullChoicesOf(args.slice(1), environment['API_KEY']);
  const { own, program } = split(args);
  const values = read(() => parseArgs({ args: own, options }).values);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const { scenario, import: imported } = values;
  const usual = scenario === undefined && imported === undefined ? 'shop' : 'empty';
  const choices = {
    port: numberOf('port', values.port, { most: 65_535 }),
    host: values.host,
    seed: oneOf('seed', values.seed ?? usual, ['shop', 'empty']),
    scenario: pathOf('scenario', scenario),
    data: pathOf('data', values.data),
    import: pathOf('import', imported),
    exportOnExit: pathOf('export-on-exit', values['export-on-exit']),
    project: oneOf('project', values.project, ['email', 'userId', 'hybrid']),
    people: oneOf('people', values.people, ['quiet', 'busy']),
    timeZone: zoneOf(values['time-zone']),
    senders: values.senders?.split(',').map((sender) => sender.trim()),
    plan: pathOf('plan', values.plan),
    dialect: oneOf('dialect', values.dialect, ['document', 'observed']),
    projects: numberOf('projects', values.projects, { least: 1, most: 100 }),
    keys: keysIn(values.key ?? []),
    secret: values.secret === '' ? refuse('`--secret` must not be empty') : values.secret,
    limits: values.limits,
    latency: numberOf('latency', values.latency, { most: HOUR }),
    now: values.now === undefined ? undefined : timeIn(values.now),
    rate: rateOf(values.rate),
    origin: originOf(values['strict-cors']),
    control: controlOf(values['control-host'], values['control-token']),
    program,
  };
  const isOneFile = choices.data !== undefined || choices.exportOnExit !== undefined;
  if (choices.projects > 1 && isOneFile)
    refuse('`--projects` cannot be given with `--data` or `--export-on-exit`: a file keeps one project');
  return choices;
}

/** The options before `exec --`, or between them, and the program behind. */
function split(args: string[]): { own: string[]; program: Program | undefined } {
  const at = args.indexOf('--');
  const own = at < 0 ? args : args.slice(0, at);
  const place = own.indexOf('exec');
  if (place < 0) return { own: args, program: undefined };
  const [command, ...rest] = at < 0 ? [] : args.slice(at + 1);
  if (!command) refuse('`exec` needs a program: tidings-emulator exec -- npm test');
  return { own: own.filter((_, index) => index !== place), program: { command, args: rest } };
}

function pullChoicesOf(args: string[], apiKey: string | undefined): PullChoices | 'help' {
  const { from, out, help } = read(() => parseArgs({ args, options: pullOptions }).values);
  if (help) return 'help';
  if (from === undefined || !URL.canParse(from))
    refuse(`\`--from\` must be the address of the service. ${HELP_OF_PULL}`);
  if (!apiKey) refuse('pull needs a read-only key of the project in the environment, as `API_KEY`');
  return { from, out: pathOf('out', out) ?? '', apiKey };
}

function read<Values>(parse: () => Values): Values {
  try {
    return parse();
  } catch (error) {
    // The first sentence tells; the others explain Node's own rules.
    return refuse((error as Error).message.split('. ')[0] ?? 'the options cannot be read');
  }
}

function pathOf(name: string, path: string | undefined): string | undefined {
  return path === '' ? refuse(`\`--${name}\` needs the path of a file`) : path;
}

function numberOf(name: string, text: string, { least = 0, most }: { least?: number; most: number }): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  return refuse(`\`--${name}\` must be a whole number from ${least} to ${most}; got ${text || 'nothing'}`);
}

function rateOf(text: string): number {
  const rate = Number(text);
  if (text !== '' && rate > 0 && rate <= 1e6) return rate;
  return refuse(
    `\`--rate\` must be a number over 0, such as 60 for a minute a second; got ${text || 'nothing'}`,
  );
}

function timeIn(text: string): number {
  const time = momentOf(text);
  return Number.isNaN(time)
    ? refuse(`\`--now\` must be a time such as 2030-01-31T09:00:00Z; got ${text || 'nothing'}`)
    : time;
}

function keysIn(given: string[]): Partial<Keys> {
  const types = Object.keys(EMULATOR_KEYS) as (keyof Keys)[];
  const rows = given.map((text) => {
    const [, name, key] = /^(\w+)=([\w.~-]+)$/.exec(text) ?? [];
    const type = types.find((one) => one === name);
    return type && key
      ? [type, key]
      : refuse(`\`--key\` must be TYPE=KEY, with a type of ${types.join(', ')}`);
  });
  const keys = Object.fromEntries(rows) as Partial<Keys>;
  const same = sameKeys(keys);
  return same ? refuse(`\`--key\`: \`${same.join('` and `')}\` must not be the same`) : keys;
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
