import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApi, openApiText as written } from '../../scripts/openapi.js';
import { createEmulator } from '../../src/emulator/app.js';
import { contract } from '../support/contract.js';
import { createDescriptionCheck, openApiText } from './support/described.js';

type Operations = Record<string, Record<string, { operationId: string; responses: object }>>;

describe('openapi.json', () => {
  it('is what the script makes', () => {
    expect(openApiText).toBe(written());
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(openApi());

    expect(result.errors ?? []).toEqual([]);
    expect([result.valid, validator.version]).toEqual([true, '3.1']);
  });

  it('describes every operation of the contract, and no other', () => {
    const paths = openApi().paths as Operations;
    const described = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, { operationId }]) => `${operationId} ${verb.toUpperCase()} ${path}`),
    );
    const expected = contract.operations.map(
      ({ operation, method, path }) => `${operation} ${method} ${path}`,
    );

    expect(described).toHaveLength(147);
    expect(described.sort()).toEqual(expected.sort());
  });

  it('is served by the emulator to whoever asks, without a key', async () => {
    const emulator = createEmulator();

    const response = await emulator.fetch('http://emulator/openapi.json');

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('application/json');
    expect(await response.json()).toEqual(JSON.parse(openApiText));
    expect(emulator.inspect.requests).toEqual([]);
  });
});

describe('the check of answers by it', () => {
  const differences = createDescriptionCheck();

  it.each([
    ['GET /api/lists', 200, { lists: [{ id: 'one' }] }],
    ['GET /api/campaigns', 200, {}],
    ['GET /api/catalogs', 200, { msg: '', code: 'Success', params: {} }],
    ['POST /api/users/update', 200, { code: 'Success' }],
    ['POST /api/users/update', 204, undefined],
    ['GET /api/users/getFields', 400, { msg: 1, code: 'BadParams' }],
    ['GET /api/lists/getUsers', 200, undefined],
    ['POST /api/subscriptions/subscribeToDoubleOptIn', 400, { msg: '', code: 'BadParams', params: null }],
  ])('tells a wrong answer of %s with %i', (route, status, answer) => {
    expect(differences(route, status, answer)).not.toEqual([]);
  });

  it.each([
    ['inApp/getMessages', 'mobile'],
    ['inApp/web/getMessages', 'web'],
    ['inApp/getPriorityMessage', 'mobile'],
  ] as const)('finds nothing wrong with what GET /api/%s tells of the shop', async (path, key) => {
    const { fetch, keys } = createEmulator({ contents: 'shop', tokenKeys: [] });
    const address = `http://emulator/api/${path}?email=ada@example.com&count=50&platform=Web`;

    const response = await fetch(address, { headers: { 'Api-Key': keys[key] } });
    const answer: unknown = await response.json();

    expect(JSON.stringify(answer)).toContain('"createdAt"');
    expect(differences(`GET /api/${path}`, response.status, answer)).toEqual([]);
  });
});
