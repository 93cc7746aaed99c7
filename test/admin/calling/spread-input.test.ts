import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadInput } from '../../../src/admin/calling/spread-input.js';
import type { Route } from '../../../src/api/address.js';

/** Where a call goes, as text. */
function sent(route: Route, input: unknown, query?: string[]) {
  const { method, path, body } = spreadInput(route, input, query);
  return { method, url: path, body };
}

describe('an input, spread over a call', () => {
  it('puts the fields a path names there, encoded, and nowhere else', () => {
    expect(sent('POST /api/a/{x}/b/{y}', { x: 'a/b ?', y: 7, z: true })).toEqual({
      method: 'POST',
      url: '/api/a/a%2Fb%20%3F/b/7',
      body: '{"z":true}',
    });
  });

  it.each(['', '.', '..', undefined, null, {}, NaN, '\ud800'])('refuses %j in a path', (x) => {
    expect(() => sent('GET /api/{x}', { x })).toThrow('`x` must be a number, or a text');
  });

  it('keeps the path of a route whatever the value is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (x) => {
        fc.pre(!/^\.{1,2}$/.test(x));
        const { pathname, search } = new URL(sent('GET /api/{x}/end', { x }).url, 'http://host');
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'api', x, 'end']);
        expect(search).toBe('');
      }),
    );
  });

  it('repeats a key of the query, and leaves out what is undefined', () => {
    const { url, body } = sent('GET /api/a', {
      k: ['a', 'b'],
      n: 0,
      no: undefined,
      off: null,
      is: false,
    });
    expect(url).toBe('/api/a?k=a&k=b&n=0&is=false'); // Decision 8.
    expect(body).toBeUndefined();
  });

  it('splits an input between query and body', () => {
    expect(sent('PUT /api/{g}', { g: 'list', action: 'subscribe', users: [] }, ['action'])).toEqual({
      method: 'PUT',
      url: '/api/list?action=subscribe',
      body: '{"users":[]}',
    });
  });

  it('adds to the query that a route has already', () => {
    expect(sent('GET /api/a?x=1', { y: 2 }).url).toBe('/api/a?x=1&y=2');
    expect(sent('PUT /api/{g}?x=1', { g: '?', y: 2 }, ['y']).url).toBe('/api/%3F?x=1&y=2');
    expect(sent('GET /api/a?x=1', {}).url).toBe('/api/a?x=1');
  });

  it.each<[Route, object]>([
    ['GET /api/a', { k: new Set(['a']) }],
    ['POST /api/a', { k: new Map([['a', 1]]) }],
  ])('refuses what JSON and a query would lose: %s', (route, input) => {
    expect(() => sent(route, input)).toThrow('`k` must be a list, such as `[...k]`');
  });

  it('gives a DELETE a body when there is something to say', () => {
    expect(sent('DELETE /api/{c}', { c: 'x', itemIds: ['1'] }).body).toBe('{"itemIds":["1"]}');
    expect(sent('DELETE /api/{c}', { c: 'x' }).body).toBeUndefined();
  });

  it('takes a call without input', () => {
    expect(sent('POST /api/a', undefined)).toEqual({ method: 'POST', url: '/api/a', body: undefined });
  });

  it('keeps a field called __proto__', () => {
    expect(sent('POST /api/a', JSON.parse('{"__proto__":1}')).body).toBe('{"__proto__":1}');
  });

  it.each<[string, object]>([
    ['`big` is a BigInt', { big: 1n }],
    ['`dataFields.age` is NaN', { dataFields: { age: NaN } }],
    ['`users.0.born` is an invalid Date', { users: [{ born: new Date('31.12.1999') }] }],
    ['`of.tags` is a Set', { of: { tags: new Set(['a']) } }],
    ['`campaignIds.1` is undefined', { campaignIds: [1, undefined] }],
  ])('refuses what JSON cannot hold: %s', (problem, input) => {
    expect(() => sent('POST /api/a', input)).toThrow(
      `The input of POST /api/a must be what JSON can hold: ${problem}`,
    );
  });
});
