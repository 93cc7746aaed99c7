import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearNames } from './near-names.js';

/** A command line that cannot be followed; its message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Refuses a command line, with a message that says what to give instead. */
export function refuse(message: string): never {
  throw new UsageError(message);
}

/** The options of a command as they were given, and what stands beside them. */
export type ReadArgs<Options extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>;

/** Reads the options of a command, and what stands beside them. */
export function readArgs<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
): ReadArgs<Options> {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // The first sentence tells; the others explain Node's own rules.
    return refuse((error as Error).message.split('. ')[0] ?? 'the options cannot be read');
  }
}

/** The one of some names that was given; `what` says what they name. */
export function oneOf<Name extends string>(what: string, given: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === given);
  return found ?? refuse(`${given || 'nothing'} is no ${what}. ${instead(given, names)}`);
}

/** What to give instead of a name that is none: those near it, or all when they are few. */
export function instead(given: string, names: readonly string[]): string {
  const near = nearNames(given, names);
  if (near.length) return `Did you mean ${listOf(near)}?`;
  return names.length <= 20 ? `There are ${listOf(names, 'and')}.` : '';
}

/** A whole number from an option. */
export function wholeNumber(name: string, text: string, least = 1): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least) return number;
  return refuse(`\`--${name}\` must be a whole number from ${least} on; got ${text || 'nothing'}`);
}

/** The only thing that may stand beside the options. */
export function onlyOne(what: string, positionals: readonly string[]): string {
  const [first, second] = positionals;
  if (second !== undefined) return refuse(`${second} is one too many: there can be one ${what}`);
  return first ?? refuse(`it needs ${what}`);
}

function listOf(names: readonly string[], word = 'or'): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
