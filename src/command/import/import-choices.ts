import { existsSync } from 'node:fs';
import { importTypes, type ImportTarget } from './import-types.js';
import type { InputFile } from './input-file.js';
import { mappingOf } from './mapping.js';
import type { Reading } from './row-reader.js';
import { oneOf, readArgs, refuse, wholeNumber } from '../usage.js';

/** What an import was asked for. */
export interface ImportChoices {
  type: keyof typeof importTypes;
  file: InputFile;
  reading: Reading;
  /** The path of the file that keeps how far it is. */
  checkpoint: string;
  /** The path of the file that holds what was not taken. */
  failures: string;
  isDryRun: boolean;
  isResumed: boolean;
  options: { chunkSize?: number; concurrency?: number };
}

const options = {
  map: { type: 'string', multiple: true, default: [] as string[] },
  'dry-run': { type: 'boolean', default: false },
  resume: { type: 'boolean', default: false },
  event: { type: 'string' },
  catalog: { type: 'string' },
  list: { type: 'string' },
  format: { type: 'string' },
  delimiter: { type: 'string', default: ',' },
  'chunk-size': { type: 'string' },
  concurrency: { type: 'string' },
} as const;

/** Reads the command line of an import. */
export function importChoices(args: string[]): ImportChoices {
  const { values, positionals } = readArgs(args, options);
  const [given = '', path = '', ...others] = positionals;
  const type = oneOf('type to import', given, ['users', 'events', 'items'] as const);
  if (!path) refuse('`import` needs a file: `tidings import users people.csv`');
  if (others.length) refuse(`${others[0]} is one too many: there can be one file`);
  if (!existsSync(path)) refuse(`There is no file ${path}`);
  const file = { path, format: formatOf(path, values.format), delimiter: values.delimiter };
  if (file.format !== 'csv' && values.map.length)
    refuse('`--map` is for CSV: a line of JSON is taken as it is');
  return {
    type,
    file,
    reading: { type: importTypes[type], target: targetOf(type, values), mappings: values.map.map(mappingOf) },
    checkpoint: `${path}.checkpoint.json`,
    failures: `${path}.failures.ndjson`,
    isDryRun: values['dry-run'],
    isResumed: values.resume,
    options: {
      ...(values['chunk-size'] !== undefined && {
        chunkSize: wholeNumber('chunk-size', values['chunk-size']),
      }),
      ...(values.concurrency !== undefined && {
        concurrency: wholeNumber('concurrency', values.concurrency),
      }),
    },
  };
}

function formatOf(path: string, given: string | undefined): InputFile['format'] {
  if (given !== undefined) return oneOf('format', given, ['csv', 'ndjson'] as const);
  if (/\.csv$/i.test(path)) return 'csv';
  if (/\.(ndjson|jsonl)$/i.test(path)) return 'ndjson';
  return refuse(`${path} ends neither in .csv nor in .ndjson: say what it is with --format`);
}

function targetOf(
  type: ImportChoices['type'],
  {
    list,
    catalog,
    event,
  }: { list?: string | undefined; catalog?: string | undefined; event?: string | undefined },
): ImportTarget {
  const given = { list, catalog, event };
  const belongs = { list: 'users', catalog: 'items', event: 'events' } as const;
  for (const name of ['list', 'catalog', 'event'] as const) {
    if (given[name] !== undefined && belongs[name] !== type) refuse(`\`--${name}\` is for ${belongs[name]}`);
  }
  if (type === 'items' && !catalog) refuse('`import items` needs `--catalog NAME`');
  return { catalog, event, list: list === undefined ? undefined : wholeNumber('list', list) };
}
