import { expect, it } from 'vitest';
import { formatted } from '../../scripts/formatted.js';
import { operations } from '../../scripts/pages/operations.js';
import { operationsTable } from '../../scripts/pages/operations-table.js';
import { contractOperations } from '../support/operations.js';
import { writeToDocument } from '../support/readme.js';

/** Read once, since each reading compiles the sources. */
const all = await operations();

it('reads from the sources each operation of the contract, with its name, its keys and a sentence', () => {
  const known = all.map(({ name, route, keys }) => ({ name, route, keys }));
  const byRoute = (a: { route: string }, b: { route: string }) => (a.route < b.route ? -1 : 1);
  expect(known.sort(byRoute)).toEqual([...contractOperations].sort(byRoute));
  expect(all.filter(({ sentence }) => !/^[A-Z].*\.$/s.test(sentence))).toEqual([]);
});

it('says of an operation how often it may be called, when it is repeated, and whether it reaches people', () => {
  const find = (name: string) => all.find((operation) => operation.name === name);

  expect(find('lists.getSize')).toMatchObject({
    retry: 'read',
    limit: '5 a minute, by project',
    reachesPeople: false,
  });
  expect(find('campaigns.archive')).toMatchObject({ retry: 'once', limit: '5 a second, by key' });
  expect(find('email.target')).toMatchObject({ retry: 'never', limit: '', reachesPeople: true });
});

it('has a section for each resource, and a row for each operation', async () => {
  const table = await operationsTable();

  expect(table.match(/^## /gm)).toHaveLength(26);
  expect(table.match(/^\| `/gm)).toHaveLength(147);
});

it('is the table of the page about them', async () => {
  const text = await formatted('operations.md', await operationsTable());

  writeToDocument('docs/operations.md', 'operations', text.trim());
});
