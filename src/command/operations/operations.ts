import { rowsByRoute } from '../../admin/operations/rows.js';
import type { NamedRow } from '../../admin/operations/rows-in.js';
import { listOf, nearNames } from '../../lib/near-names.js';
import { refuse } from '../usage.js';
import { WORDS, type Words } from './operation-words.js';

/** An operation as the command line knows it. */
export interface CommandOperation extends NamedRow, Words {
  /** As it is called on the command line, such as `users get-by-email`. */
  words: string;
  /** What it does that nobody can take back, such as `deletes`; nothing where it can be. */
  harm: string | undefined;
}

let all: readonly CommandOperation[] | undefined;

/** All operations, by resource. */
export function operations(): readonly CommandOperation[] {
  all ??= [...rowsByRoute().values()].map((row) => ({
    ...row,
    ...(WORDS[row.route] as Words),
    words: wordsOf(row.name),
    harm: harmOf(row),
  }));
  return all;
}

/** The operations of a resource, such as `catalogs`, or of a part of it, such as `catalogs items`. */
export function operationsOf(resource: string): CommandOperation[] {
  return operations().filter(({ words }) => words.startsWith(`${resource} `));
}

/** The resources that operations are of. */
export function resources(): string[] {
  return [...new Set(operations().map(({ words }) => words.split(' ')[0] as string))];
}

/** The operation of a name, in either of its forms. */
export function operationOf(given: string): CommandOperation | undefined {
  const words = wordsOf(given);
  return operations().find((one) => one.words === words);
}

/** Refuses a name that is no operation's, in the form it was given in, and says which were probably meant. */
export function refuseOperation(given: string, form: 'name' | 'words'): never {
  const names = operations().map((one) => one[form]);
  const near = nearNames(form === 'words' ? wordsOf(given) : given, names);
  const [resource = ''] = wordsOf(given).split(' ');
  const others = operationsOf(resource).map((one) => one[form]);
  const command = form === 'words' && others.length ? resource : undefined;
  const instead = near.length ? `Did you mean ${listOf(near)}?` : `There are ${listOf(others, 'and')}.`;
  if (near.length || others.length) return refuse(`${given} is no operation. ${instead}`, command);
  return refuse(`${given} is no operation. \`tidings list operations\` shows all of them.`);
}

/** A name as it is written on the command line: `users.getByEmail` is `users get-by-email`. */
export function wordsOf(name: string): string {
  return name.split(/[. ]/).map(dashed).join(' ');
}

/** A name in small letters, its words parted by dashes. */
export function dashed(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}

/** What an operation does that nobody can take back. */
export function harmOf({ name, route, reachesPeople }: NamedRow): string | undefined {
  if (reachesPeople) return 'sends messages to people';
  if (/\.merge$/.test(name)) return 'leaves one profile of two';
  return route.startsWith('DELETE') || /\.(bulkDelete|delete\w*|forget)$/.test(name) ? 'deletes' : undefined;
}
