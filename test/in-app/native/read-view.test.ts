import { describe, expect, it } from 'vitest';
import { answersIn, submissionIn, viewFrom } from '../../../src/in-app/native/read-view.js';

const modal = { kind: 'modal', title: 'News' };
const field = { name: 'a', type: 'text', label: 'A' };
const asking = (...fields: object[]) => ({ ...modal, fields });
const many = <Item>(length: number, item: Item) => Array.from({ length }, () => item);

describe('a view', () => {
  it.each<[string, object]>([
    ['with a title', modal],
    ['with a text', { kind: 'slide-up', body: 'x'.repeat(2_000) }],
    ['with a picture', { kind: 'full', image: { url: 'https://shop.example/a.jpg', alt: '' } }],
    ['with buttons', { ...modal, buttons: many(4, { label: 'Go', url: 'action://go' }) }],
    ['with a field', asking(field)],
    ['with a rating', asking({ ...field, type: 'rating', max: 10 })],
    ['with a choice', asking({ ...field, type: 'choice', options: ['x', 'y'] })],
    ['with a rule', { ...asking(field), submit: { to: 'track', event: 'answered' } }],
  ])('%s can be read', (_, view) => {
    expect(viewFrom(view)).toBe(view);
  });

  it.each<[string, unknown]>([
    ['is none', 'modal'],
    ['is a list', [modal]],
    ['is of no kind', { title: 'News' }],
    ['is of another kind', { ...modal, kind: 'popup' }],
    ['says nothing', { kind: 'modal' }],
    ['has a blank title', { kind: 'modal', title: ' ' }],
    ['has a long title', { kind: 'modal', title: 'x'.repeat(201) }],
    ['has a title that is no text', { kind: 'modal', title: { toString: 1 } }],
    ['has what no view has', { ...modal, html: '<p>' }],
    ['has a method', { ...modal, constructor: 1 }],
    ['has a name of the prototype', JSON.parse('{"kind":"modal","title":"x","__proto__":1}')],
    ['has a picture of data', { ...modal, image: { url: 'data:image/gif;base64,R0' } }],
    ['has a picture of a script', { ...modal, image: { url: 'javascript:alert()' } }],
    ['has a picture without a scheme', { ...modal, image: { url: '//shop.example/a.jpg' } }],
    ['has too many buttons', { ...modal, buttons: many(5, { label: 'Go', url: '/' }) }],
    ['has a button that leads nowhere', { ...modal, buttons: [{ label: 'Go' }] }],
    ['has no fields in its list', asking()],
    ['has too many fields', asking(...many(21, field))],
    ['has two fields of a name', asking(field, field)],
    ['has a field of the prototype', asking({ ...field, name: '__proto__' })],
    ['has a field named as a method', asking({ ...field, name: 'toString' })],
    ['has a field without a label', asking({ name: 'a', type: 'text' })],
    ['has a field of no type', asking({ ...field, type: 'password' })],
    ['has a choice of nothing', asking({ ...field, type: 'choice' })],
    ['has options where there is no choice', asking({ ...field, options: ['x'] })],
    ['has a rating up to a hundred', asking({ ...field, type: 'rating', max: 100 })],
    ['has a text without an end', asking({ ...field, max: 2_001 })],
    ['has a rule for nobody', { ...asking(field), submit: { to: 'all' } }],
    ['has a rule without its event', { ...asking(field), submit: { to: 'track' } }],
  ])('cannot be read where it %s', (_, view) => {
    expect(viewFrom(view)).toBeUndefined();
  });
});

describe('what becomes of a form', () => {
  it.each([
    [{}, true],
    [{ to: 'user' }, true],
    [{ to: 'track', event: 'sent' }, true],
    [{ to: 'user', event: 'sent' }, false],
    [{ event: 'sent' }, false],
    [null, false],
    ['user', false],
  ])('is %j: readable %s', (rule, isReadable) => {
    expect(submissionIn(rule) !== undefined).toBe(isReadable);
  });
});

describe('what a form has said', () => {
  it('is texts and numbers by name, those of one name together', () => {
    const said = [
      ['a', 'x'],
      ['a', 'y'],
      ['rating', 4],
    ];

    expect(answersIn(said)).toEqual({ a: 'x, y', rating: 4 });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'a=1'],
    ['an object', { a: 'x' }],
    ['no pairs', ['a', null, 7, {}]],
    [
      'no texts',
      [
        ['a', {}],
        ['b', null],
        ['c', NaN],
        ['d', ''],
      ],
    ],
    [
      'no names',
      [
        [7, 'x'],
        ['', 'x'],
        ['x'.repeat(101), 'x'],
      ],
    ],
    ['too long', [['a', 'x'.repeat(2_001)]]],
    [
      'of the prototype',
      [
        ['__proto__', 'x'],
        ['constructor', 'x'],
        ['toString', 'x'],
      ],
    ],
  ])('is left out where it is %s', (_, said) => {
    expect(Object.entries(answersIn(said))).toEqual([]);
  });

  it('is of 50 fields at most', () => {
    const said = Array.from({ length: 10_000 }, (_, index) => [`a${index}`, 'x']);

    expect(Object.keys(answersIn(said))).toHaveLength(50);
  });
});
