import { parseArgs, type ParseArgsConfig } from 'node:util';
import { instead, listOf, nearNames } from '../lib/near-names.js';

/** A command line that cannot be followed; its message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The command whose help says more. */
  command: string;

  constructor(message: string, command = '') {
    super(message);
    this.command = command;
  }
}

/** Refuses a command line, with a message that says what to give instead, and the command whose help says more. */
export function refuse(message: string, command?: string): never {
  throw new UsageError(message, command);
}

/** The options of a command as they were given, and what stands beside them. */
export type ReadArgs<Options extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>;

/** Reads the options of a command, and what stands beside them; those in `more` are known only as it runs. */
export function readArgs<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  more: NonNullable<ParseArgsConfig['options']> = {},
): ReadArgs<Options> {
  try {
    const all: Options = { ...more, ...options };
    const read = parseArgs({ args, options: all, allowPositionals: true, allowNegative: true, tokens: true });
    const given = read.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = given.find((name, index) => !all[name]?.multiple && given.indexOf(name) < index);
    if (twice) return refuse(`\`--${twice}\` is given twice, and can be given once`);
    return read;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { message, code } = error as Error & { code?: string };
    // The first sentence tells; the others explain Node's own rules.
    const [sentence = 'the options cannot be read'] = message.split('. ');
    const [, unknown] = (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && /'(--[^']+)'/.exec(sentence)) || [];
    const near = unknown
      ? nearNames(
          unknown,
          Object.keys({ ...more, ...options }).map((name) => `--${name}`),
        )
      : [];
    return refuse(near.length ? `${sentence}. Did you mean ${listOf(near)}?` : sentence);
  }
}

/** The one of some names that was given; `what` says what they name. */
export function oneOf<Name extends string>(what: string, given: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === given);
  return found ?? refuse(`${given || 'nothing'} is no ${what}. ${instead(given, names)}`);
}

/** A whole number from an option. */
export function wholeNumber(name: string, text: string, least = 1): number {
  const number = Number(text);
  // A larger one would become another.
  if (/^\d+$/.test(text) && number >= least && number <= Number.MAX_SAFE_INTEGER) return number;
  return refuse(`\`--${name}\` must be a whole number from ${least} on; got ${text || 'nothing'}`);
}

/** A length of time from an option in seconds, in milliseconds. */
export function milliseconds(name: string, text: string): number {
  const time = Number(text) * 1_000;
  if (/^[\d.]+$/.test(text) && time > 0) return time;
  return refuse(`\`--${name}\` must be a number of seconds above 0; got ${text || 'nothing'}`);
}

/** The only thing that may stand beside the options. */
export function onlyOne(what: string, positionals: readonly string[]): string {
  const [first, second] = positionals;
  if (second !== undefined) return refuse(`${second} is one too many: there can be one ${what}`);
  return first ?? refuse(`it needs ${what}`);
}
