import { optionOf } from '../operations/fields.js';
import { CALL_WORDS } from '../operations/make-call.js';
import { operationOf, operations, operationsOf, resources } from '../operations/operations.js';
import { COMMON } from '../common-options.js';

/** What may stand for the last of some words of a command line, in any shell. */
export function candidates(words: readonly string[], commands: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const named = before.filter((word) => !word.startsWith('-'));
  return possible(named, last, commands).filter((one) => one.startsWith(last) && !before.includes(one));
}

function possible(named: readonly string[], last: string, commands: readonly string[]): string[] {
  const [first] = named;
  const operation = operationAt(named);
  if (last.startsWith('-'))
    return [
      ...(operation?.fields.map(optionOf) ?? []),
      ...(operation ? ['--json', ...CALL_WORDS.map(optionIn)] : []),
      ...COMMON.map(optionIn),
      '--help',
    ];
  if (first === undefined) return [...commands, ...resources()];
  if (first === 'help') return possible(named.slice(1), last, commands);
  if (first === 'call') return named.length > 1 ? [] : operations().map(({ name }) => name);
  if (operation) return [];
  const resource = named.join(' ');
  return [
    ...new Set(
      operationsOf(resource).map(({ words }) => words.slice(resource.length + 1).split(' ')[0] ?? ''),
    ),
  ];
}

/** The operation that words name, whatever else stands behind it. */
function operationAt(named: readonly string[]) {
  const rest = named[0] === 'call' ? named.slice(1) : named;
  return [1, 2, 3].map((count) => operationOf(rest.slice(0, count).join(' '))).find(Boolean);
}

const optionIn = ([words]: readonly [string, string]) => words.split(' ')[0] ?? '';
