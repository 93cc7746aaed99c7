import { ApiError } from '../../errors.js';
import { ifPossible } from '../../lib/if-possible.js';
import { must } from '../../lib/must.js';
import { redact } from '../../lib/redact.js';
import type { AttemptedCall, Hooks } from './hooks.js';
import { routeName } from './route-name.js';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** What opens a door, in words that a hook may have thrown. */
const TOKENS = /\b(bearer|basic) [^\s"',]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*/gi;

type Level = (typeof LEVELS)[number];

/** What writes the lines of a log: `console`, or a logger such as pino's or winston's. */
export type Logger = Readonly<Record<Level, (line: string) => unknown>>;

/**
 * The hooks that write a log: to `logger`, or where the environment asks for one and there is none, to the standard
 * error. No line holds a key, an email, or anything of what is sent and answered.
 */
export function logOf(logger: Logger | undefined, keyOf: () => string): Hooks {
  must(
    logger === undefined || LEVELS.every((level) => typeof logger[level] === 'function'),
    '`logger` must have the functions `debug`, `info`, `warn` and `error`, as `console` does',
  );
  const asked = levelAsked();
  const first = asked ? [...LEVELS, 'off'].indexOf(asked) : 0;
  must(first >= 0, `\`TIDINGS_LOG\` must be one of ${LEVELS.join(', ')} and off`);
  if (!logger && !asked) return {};

  const write = (level: Level, line: string): unknown => {
    if (LEVELS.indexOf(level) < first) return undefined;
    if (logger) return logger[level](line);
    // eslint-disable-next-line no-console -- It leaves the standard output to whoever pipes that on.
    console.error(`tidings ${level}: ${line}`);
    return undefined;
  };
  return hooksThat(write, keyOf);
}

function hooksThat(write: (level: Level, line: string) => unknown, keyOf: () => string): Hooks {
  return {
    onRequest: (request) => write('debug', `${routeName(request.route)} begins ${numbersOf(request)}`),
    onResponse({ status, duration, error, ...call }) {
      const end = error === undefined ? `answered ${status}` : 'failed';
      const line = `${routeName(call.route)} ${end} after ${Math.round(duration)} ms ${numbersOf(call)}`;
      return write('debug', line + (error === undefined ? '' : `: ${wordsOf(error, keyOf())}`));
    },
    onRetry({ wait, error, ...call }) {
      const line = `${routeName(call.route)} is made again in ${Math.round(wait)} ms ${numbersOf(call)}`;
      return write('warn', `${line}: ${wordsOf(error, keyOf())}`);
    },
    onThrottle: ({ route, wait, waiting }) =>
      write('info', `${route} waits ${Math.round(wait)} ms for its pace (${waiting} calls wait)`),
    onError: ({ hook, error }) =>
      write('error', `The hook \`${hook}\` failed, and is told of no more: ${wordsOf(error, keyOf())}`),
  };
}

function numbersOf({ id, attempt }: Pick<AttemptedCall, 'id' | 'attempt'>): string {
  return `(call ${id}, attempt ${attempt})`;
}

/** What is wrong, as far as it tells nothing of what was sent and answered: of the service's own words, the one for it. */
function wordsOf(error: unknown, key: string): string {
  if (error instanceof ApiError) return ['answered', error.status, error.code].filter(Boolean).join(' ');
  const words = error instanceof Error ? error.message : String(error);
  return redact(words.replace(TOKENS, '…'), key);
}

/** The level that the environment asks for, where there is one and it may be read. */
function levelAsked(): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return ifPossible(() => process?.env?.['TIDINGS_LOG'])?.toLowerCase();
}
