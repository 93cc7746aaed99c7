import { importTypes, type ImportTarget } from './import-types.js';
import type { InputFile } from './input-file.js';
import { formatOf, inputKind } from './input-kind.js';
import { mappingOf } from './mapping.js';
import type { Reading } from './row-reader.js';
import { milliseconds, oneOf, readArgs, refuse, wholeNumber } from '../usage.js';

/** How long what is read once waits for more, in seconds: it may come as things happen. */
const FLUSH_INTERVAL = '5';

/** What an import was asked for. */
export interface ImportChoices {
  type: keyof typeof importTypes;
  file: InputFile;
  reading: Reading;
  /** The path of the file that keeps how far it is; none of what is read once. */
  checkpoint: string | undefined;
  /** The path of the file that holds what was not taken. */
  failures: string;
  isDryRun: boolean;
  isResumed: boolean;
  options: { chunkSize?: number; concurrency?: number; flushInterval?: number };
  /** The address of the Redis by which several machines do it together, where they do. */
  workers: string | undefined;
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
  'flush-interval': { type: 'string' },
  workers: { type: 'string' },
} as const;

/** Reads the command line of an import. */
export function importChoices(args: string[]): ImportChoices {
  const { values, positionals } = readArgs(args, options);
  const [given = '', path = '', ...others] = positionals;
  const type = oneOf('type to import', given, ['users', 'events', 'items'] as const);
  if (!path) refuse('`import` needs a file: `tidings import users people.csv`');
  if (others.length) refuse(`${others[0]} is one too many: there can be one file`);
  const { name, isStream, failures } = inputKind(path);
  if (isStream && values.resume) {
    refuse(
      '`--resume` is for files: what is fed in, a pipe and a .gz are read once, and begin anew each time',
    );
  }
  const flushInterval = values['flush-interval'] ?? (isStream ? FLUSH_INTERVAL : undefined);
  if (isStream && values.workers !== undefined)
    refuse('`--workers` is for files: what is fed in, a pipe and a .gz are read once, by one machine');
  const file = { path, name, format: formatOf(path, values.format), delimiter: values.delimiter };
  return {
    type,
    file,
    reading: { type: importTypes[type], target: targetOf(type, values), mappings: values.map.map(mappingOf) },
    checkpoint: isStream ? undefined : `${path}.checkpoint.json`,
    failures,
    isDryRun: values['dry-run'],
    isResumed: values.resume,
    workers: values.workers,
    options: {
      ...(values['chunk-size'] !== undefined && {
        chunkSize: wholeNumber('chunk-size', values['chunk-size']),
      }),
      ...(flushInterval !== undefined && { flushInterval: milliseconds('flush-interval', flushInterval) }),
      ...(values.concurrency !== undefined && {
        concurrency: wholeNumber('concurrency', values.concurrency),
      }),
    },
  };
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
