import { refuse } from './usage.js';

/** What every command takes, beside what is its own. */
export interface CommonOptions {
  /** The name of the key to call with, as `tidings keys` keeps it. */
  key?: string;
  /** Whether each request is told of. */
  isDebugging: boolean;
}

/** How help tells of them. */
export const COMMON: [string, string][] = [
  ['--key NAME', 'The key and address to use, of those that `tidings keys` keeps.'],
  ['--debug', 'Tell of each request, on the standard error.'],
];

/**
 * Takes the options that every command has out of a command line. One of the same name that a command has of its own, as
 * told by `isOwn` of the words before it, is left there, unless it stands before the command.
 */
export function takeCommon(
  args: readonly string[],
  isOwn: (option: string, before: readonly string[]) => boolean = () => false,
): { rest: string[]; common: CommonOptions } {
  const common: CommonOptions = { isDebugging: false };
  const rest: string[] = [];
  const waiting = [...args];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    const [option = '', given] = word.split(/=(.*)/s);
    const isBefore = rest.length === 0;
    if (word === '--') return { rest: [...rest, word, ...waiting], common };
    if (word === '--debug') common.isDebugging = true;
    else if (option === '--key' && (isBefore || !isOwn(option, rest)))
      common.key =
        given ?? waiting.shift() ?? refuse('`--key` needs the name of a key; `tidings keys list` shows them');
    else rest.push(word);
  }
  return { rest, common };
}
