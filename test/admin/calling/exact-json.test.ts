import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactly } from '../../../src/admin/calling/exact-json.js';

describe('reading JSON exactly', () => {
  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['12345678901234567890', '12345678901234567890'],
    ['9223372036854775808', '9223372036854775808'],
    ['12345678901234567.5', '12345678901234567.5'],
    ['9007199254740.993e3', '9007199254740.993e3'],
    ['1e400', '1e400'],
  ])('gives the digits of %s where it would be another number', (text, value) => {
    expect(parseExactly(`{"a":[${text}]}`)).toEqual({ a: [value] });
    expect(parseExactly(text)).toBe(value);
  });

  it.each([
    '9007199254740991',
    '-9007199254740991',
    '9007199254740992',
    '1e20',
    '1E+300',
    '12.50e20',
    '0.01e20',
    '-0',
    '1e-400',
  ])('takes %s for the number it is', (text) => expect(parseExactly(`[ ${text} ]`)).toEqual([Number(text)]));

  it('takes a decimal for the nearest number there is', () => {
    expect(parseExactly('0.1000000000000000055')).toBe(0.1);
  });

  it('leaves texts and names as they are, whatever they look like', () => {
    const value = { '9007199254740993': 'id 9007199254740993, "9007199254740993" \\', '"': ['\\"', '1e400'] };
    expect(parseExactly(JSON.stringify(value))).toEqual(value);
  });

  it('reads any other JSON as the platform does', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 0, max: 3 }), (text, space) => {
        const value: unknown = JSON.parse(text);
        expect(parseExactly(JSON.stringify(value, undefined, space))).toEqual(value);
      }),
    );
  });

  it('takes texts of any length', () => {
    const text = '\n'.repeat(5_000_000);
    expect(parseExactly(`[${JSON.stringify(text)},9007199254740993]`)).toEqual([text, '9007199254740993']);
  });
});
