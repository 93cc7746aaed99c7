import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, baseOf } from '../../src/api/address.js';

describe('addressOf', () => {
  it('puts the fields a path names there, encoded, and nowhere else', () => {
    expect(addressOf('POST /api/a/{x}/b/{y}', { x: 'a/b ?', y: 7, z: true })).toEqual({
      method: 'POST',
      url: '/api/a/a%2Fb%20%3F/b/7',
      body: '{"z":true}',
    });
  });

  it.each(['', '.', '..', undefined, null, {}, NaN, '\ud800'])('refuses %j in a path', (x) => {
    expect(() => addressOf('GET /api/{x}', { x })).toThrow('`x` must be a number, or a text');
  });

  it('keeps the path of a route whatever the value is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (x) => {
        fc.pre(!/^\.{1,2}$/.test(x));
        const { pathname, search } = new URL(addressOf('GET /api/{x}/end', { x }).url, 'http://host');
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'api', x, 'end']);
        expect(search).toBe('');
      }),
    );
  });

  it('repeats a key of the query, and leaves out what is undefined', () => {
    const { url, body } = addressOf('GET /api/a', {
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
    expect(addressOf('PUT /api/{g}', { g: 'list', action: 'subscribe', users: [] }, ['action'])).toEqual({
      method: 'PUT',
      url: '/api/list?action=subscribe',
      body: '{"users":[]}',
    });
  });

  it('gives a DELETE a body when there is something to say', () => {
    expect(addressOf('DELETE /api/{c}', { c: 'x', itemIds: ['1'] }).body).toBe('{"itemIds":["1"]}');
    expect(addressOf('DELETE /api/{c}', { c: 'x' })).not.toHaveProperty('body');
  });

  it('takes a call without input', () => {
    expect(addressOf('POST /api/a', undefined)).toEqual({ method: 'POST', url: '/api/a' });
  });

  it('keeps a field called __proto__', () => {
    expect(addressOf('POST /api/a', JSON.parse('{"__proto__":1}')).body).toBe('{"__proto__":1}');
  });

  it('refuses what JSON cannot hold', () => {
    expect(() => addressOf('POST /api/a', { big: 1n })).toThrow('must be what JSON can hold');
  });
});

describe('baseOf', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['http://localhost:4173/proxy/', 'http://localhost:4173/proxy'],
  ])('takes %j', (baseUrl, base) => {
    expect(baseOf(baseUrl).base).toBe(base);
  });

  it.each([
    '',
    'api.example.com',
    '/api',
    'ftp://a',
    'https://me:pw@a',
    'https://a?b',
    'https://a#b',
    'https://a/?',
    'https://a/#',
  ])('refuses %j', (baseUrl) => {
    expect(() => baseOf(baseUrl)).toThrow('`baseUrl` must be');
  });
});
