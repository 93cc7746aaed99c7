import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/admin/operations/operations.js';
import { contract } from '../../support/contract.js';
import { contractOperations } from '../../support/operations.js';
import { routesOf } from '../../support/routes.js';

const rows = routesOf(operations);

describe('the operations of the server door', () => {
  it('are those of the contract, by the same names and routes', () => {
    const declared = Object.fromEntries(rows.map(([name, route]) => [name, route]));
    const expected = Object.fromEntries(contractOperations.map(({ name, route }) => [name, route]));

    expect(declared).toEqual(expected);
  });

  it('are 147, each declared once', () => {
    expect(rows).toHaveLength(147);
    expect(new Set(rows.map(([, route]) => route)).size).toBe(147);
  });

  it('say in their doc lines that they refuse server-side keys', () => {
    const refused = contractOperations.filter(({ keys }) => !keys.includes('server'));
    const folder = new URL('../../../src/admin/', import.meta.url);
    const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n');
    const silent = refused.filter(({ name }) => {
      const row = name.split('.').at(-1) ?? '';
      return !new RegExp(`refuses server-side keys\\. \\*/\\s+${row}: operation`).test(source);
    });

    expect(refused).toHaveLength(10);
    expect(silent).toEqual([]);
  });

  it('read as text or as a stream what is not JSON', () => {
    const forms = rows.flatMap(([name, , { answer }]) => (answer ? [[name, answer]] : []));

    expect(Object.fromEntries(forms)).toEqual({
      'auth.invalidateJwts': 'nothing',
      'campaigns.metrics': 'text',
      'catalogs.updateFieldMappings': 'nothing',
      'email.viewInBrowser': 'text',
      'embedded.trackClick': 'nothing',
      'embedded.trackReceived': 'nothing',
      'embedded.trackSession': 'nothing',
      'experiments.metrics': 'text',
      'exports.cancel': 'nothing',
      'exports.dataCsv': 'stream',
      'exports.dataJson': 'stream',
      'exports.userEvents': 'stream',
      'lists.getUsers': 'stream',
      'lists.previewUsers': 'text',
      'subscriptions.subscribeToDoubleOptIn': 'text',
      'templates.email.preview': 'text',
      'templates.inApp.preview': 'text',
    });
  });

  it('unwrap the reads of catalogs', () => {
    const unwrapped = rows.flatMap(([name, , { unwrap }]) => (unwrap ? [[name, unwrap]] : []));

    expect(Object.fromEntries(unwrapped)).toEqual({
      'catalogs.list': 'catalogNames',
      'catalogs.getFieldMappings': 'definedMappings',
      'catalogs.items.list': 'catalogItemsWithProperties',
      'catalogs.items.get': 'itemId',
    });
  });
});

describe('beside the contract', () => {
  it('carries a list of operations that is the contract itself', () => {
    const published = contract.operations.map(({ operation: name, method, path, keys }) => ({
      name,
      route: `${method} ${path}`,
      keys,
    }));

    expect(contractOperations).toEqual(published);
  });

  it('puts in the query string of a route with a body what the contract puts there', () => {
    const declared = rows.flatMap(([name, , { query }]) => (query ? [[name, query]] : []));
    const expected = contract.operations
      .filter(({ method, query }) => method !== 'GET' && query)
      .map(({ operation, query = {} }) => [operation, Object.keys(query)]);

    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected));
  });
});
