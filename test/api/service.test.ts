import { describe, expect, it } from 'vitest';
import { placeOf, serviceOf } from '../../src/api/service.js';

const apiKey = '0123456789abcdef0123456789abcdef';

describe('serviceOf', () => {
  it.each([
    [undefined, 'The options must be an object'],
    [{ fetch: 'no' }, '`fetch` must be a function'],
    [{ headers: null }, '`headers` must be an object'],
    [{ headers: { apiKey: 'a b' } }, '`headers` must be an object'],
    [{ headers: { token: 7 } }, '`headers` must be an object'],
    [{ headers: { apiKey: 'Same', token: 'Same' } }, '`headers` must be an object'],
  ])('refuses the options %j', (options, message) => {
    const whole = options && { apiKey, baseUrl: 'https://api.example.com', ...options };
    expect(() => serviceOf(whole as never)).toThrow(message);
  });

  it.each([undefined, '', 'two words', 'a\nb', 7])('refuses %j as a key, without quoting it', (key) => {
    const options = { apiKey: key as string, baseUrl: 'https://api.example.com' };
    expect(() => serviceOf(options)).toThrow('`apiKey` must be a key of your project');
  });
});

describe('placeOf', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['http://localhost:4173/proxy/', 'http://localhost:4173/proxy'],
  ])('takes %j', (baseUrl, base) => {
    expect(placeOf(baseUrl).base).toBe(base);
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
    expect(() => placeOf(baseUrl)).toThrow('`baseUrl` must be');
  });
});
