import { describe, expect, it } from 'vitest';
import { addressOf } from '../../src/api/address.js';

describe('addressOf', () => {
  it('puts the input in the body', () => {
    expect(addressOf('POST /api/a', { x: 1 })).toEqual({ method: 'POST', path: '/api/a', body: '{"x":1}' });
  });

  it('puts that of a GET in the query string, with a key for each item of a list', () => {
    const input = { k: ['a', 'b'], n: 0, no: undefined, off: null, is: false, none: [] };

    // Decision 8.
    expect(addressOf('GET /api/a', input)).toEqual({ method: 'GET', path: '/api/a?k=a&k=b&n=0&is=false' });
  });

  it.each([undefined, null])('takes a call without input: %j', (input) => {
    expect(addressOf('GET /api/a', input)).toEqual({ method: 'GET', path: '/api/a' });
  });
});
