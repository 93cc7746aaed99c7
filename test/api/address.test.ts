import { describe, expect, it } from 'vitest';
import { inBody, inQuery } from '../../src/api/address.js';

describe('an input', () => {
  it('goes in the body', () => {
    expect(inBody('POST /api/a', { x: 1 })).toEqual({ method: 'POST', path: '/api/a', body: '{"x":1}' });
  });

  it('goes in the query string, with a key for each item of a list', () => {
    const input = { k: ['a', 'b'], n: 0, no: undefined, off: null, is: false, none: [] };

    // Decision 8.
    expect(inQuery('GET /api/a', input)).toEqual({ method: 'GET', path: '/api/a?k=a&k=b&n=0&is=false' });
  });

  it.each([undefined, null])('may be none: %j', (input) => {
    expect(inQuery('GET /api/a', input)).toEqual({ method: 'GET', path: '/api/a' });
  });
});
