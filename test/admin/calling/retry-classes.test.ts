import { describe, expect, it } from 'vitest';
import { retryClassOf, RETRY_CLASSES } from '../../../src/admin/calling/retry-classes.js';
import { SENDS } from '../../../src/admin/calling/safe-mode.js';
import { contractOperations } from '../../support/operations.js';

const posts = contractOperations.filter(({ route }) => route.startsWith('POST ')).map(({ route }) => route);

describe('the retry classes', () => {
  it('name every operation whose verb does not tell its class, and no other', () => {
    expect(Object.keys(RETRY_CLASSES).sort()).toEqual([...posts].sort());
  });

  it('never repeat what reaches people (decision 46)', () => {
    const repeated = SENDS.filter((route) => !['never', 'once'].includes(retryClassOf(route, false)));
    const targets = posts.filter((route) => route.endsWith('/target'));

    expect(repeated).toEqual([]);
    expect(targets.map((route) => retryClassOf(route, false))).toEqual(targets.map(() => 'never'));
    expect(targets.filter((route) => !SENDS.includes(route))).toEqual([]);
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
    expect(retryClassOf(route, false)).toBe(retryClass);
  });

  it('repeat a record that has an id, which the same id updates (decision 14)', () => {
    expect(retryClassOf('POST /api/events/track', true)).toBe('repeatable');
  });
});
