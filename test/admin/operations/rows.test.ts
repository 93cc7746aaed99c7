import { describe, expect, it } from 'vitest';
import { retryClassOf } from '../../../src/admin/calling/retry-class.js';
import { rowsByRoute } from '../../../src/admin/operations/rows.js';
import { contract } from '../../support/contract.js';
import { contractOperations } from '../../support/operations.js';

const rows = rowsByRoute();
const posts = contractOperations.filter(({ route }) => route.startsWith('POST ')).map(({ route }) => route);
const classOf = (route: string, hasIds = false) => retryClassOf(route, rows.get(route)?.retry, hasIds);

describe('the rows of the operations', () => {
  it('say of every operation that could reach people whether it does', () => {
    const silent = posts.filter((route) => rows.get(route)?.reachesPeople === undefined);
    const others = [...rows].filter(
      ([route, row]) => row.reachesPeople !== undefined && !posts.includes(route),
    );

    expect(silent).toEqual([]);
    expect(others).toEqual([]);
  });

  it('have every limit as published', () => {
    const published = contract.operations.flatMap((operation) => {
      const { limit } = operation as unknown as { limit?: Record<string, unknown> };
      const { maxBody: _, concurrentJobs: __, ...rest } = { ...limit };
      return limit ? [[`${operation.method} ${operation.path}`, rest] as const] : [];
    });
    const said = [...rows].flatMap(([route, { limit }]) => (limit ? [[route, limit] as const] : []));

    expect(published).toHaveLength(53);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(published));
  });
});

describe('the retry classes', () => {
  it('never repeat what reaches people (decision 46)', () => {
    const sends = posts.filter((route) => rows.get(route)?.reachesPeople);
    const repeated = sends.filter((route) => !['never', 'once'].includes(classOf(route)));
    const targets = posts.filter((route) => route.endsWith('/target'));

    expect(repeated).toEqual([]);
    expect(targets.map((route) => classOf(route))).toEqual(targets.map(() => 'never'));
    expect(targets.filter((route) => !sends.includes(route))).toEqual([]);
  });

  it.each([
    ['GET /api/lists', 'read'],
    ['DELETE /api/users/{email}', 'repeatable'],
    ['PUT /api/metadata/{table}/{key}', 'repeatable'],
    ['POST /api/users/bulkUpdate', 'repeatable'],
    ['POST /api/campaigns/{campaignId}/send', 'never'],
    ['POST /api/campaigns/create', 'never'],
    ['POST /api/campaigns/trigger', 'never'],
    ['POST /api/workflows/triggerWorkflow', 'never'],
    ['POST /api/events/track', 'never'],
    ['POST /api/users/merge', 'once'],
    ['POST /api/unknown', 'once'],
  ])('%s: %s', (route, retryClass) => {
    expect(classOf(route)).toBe(retryClass);
  });

  it('repeat a record that has an id, which the same id updates (decision 14)', () => {
    expect(classOf('POST /api/events/track', true)).toBe('repeatable');
  });
});
