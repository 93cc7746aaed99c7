import { inColumns } from '../table.js';
import { COMMON } from '../common-options.js';
import { shapeOf } from './fields.js';
import { CALL_WORDS } from './make-call.js';
import type { Field } from './operation-words.js';
import type { CommandOperation } from './operations.js';

/** What `--help` prints of an operation. */
export function helpOf(operation: CommandOperation): string {
  const { words, sentence, name, route, fields } = operation;
  const hasLists = fields.some(({ isMany }) => isMany);
  return [
    `Usage: tidings ${words}${fields.length ? ' [options]' : ''}`,
    '',
    sentence,
    '',
    `  ${name}: ${route}`,
    `  ${rulesOf(operation)}`,
    ...(fields.length ? ['', 'Fields:', ...inColumns(fields.map(lineOf))] : []),
    ...(hasLists
      ? ['', 'What is a list may be given many times, and JSON as a list, in a file (@FILE), or fed in (-).']
      : []),
    '',
    'Options:',
    ...inColumns([
      ...(fields.length ? [ALL_AS_JSON] : []),
      ...CALL_WORDS,
      ...COMMON,
      ['--help', 'Show this.'],
    ]),
  ].join('\n');
}

/** What `--help` prints of a resource, or of a part of one. */
export function helpOfAll(resource: string, operations: readonly CommandOperation[]): string {
  const rest = (words: string) => words.slice(resource.length + 1);
  return [
    `Usage: tidings ${resource} OPERATION [options]`,
    '',
    'Operations:',
    ...inColumns(operations.map(({ words, sentence }) => [rest(words), sentence])),
    '',
    `tidings ${resource} OPERATION --help shows what one takes.`,
  ].join('\n');
}

const ALL_AS_JSON: [string, string] = [
  '--json JSON|@FILE|-',
  'All fields as one object; those given by options go before.',
];

/** Who may call it, how often, and what to mind. */
function rulesOf({ keys, limit, harm }: CommandOperation): string {
  const pace = limit && `${limit.limit.toLocaleString('en')} a ${limit.per}`;
  const rules = [
    `Keys: ${keys.join(', ')}.`,
    pace && `At most ${pace}.`,
    harm && `It ${harm}: it asks first.`,
  ];
  return rules.filter(Boolean).join(' ');
}

function lineOf(field: Field): [string, string] {
  const { isMany, isRequired, holds } = field;
  const notes = [isRequired && 'required', isMany && 'a list', holds && `{ ${holds.join(', ')} }`];
  return [shapeOf(field), notes.filter(Boolean).join('; ')];
}
