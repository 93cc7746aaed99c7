import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmbeddedMessage } from '../../../src/api/models/embedded.js';
import { seed } from '../../support/seed.js';
import { placementIdOf } from '../../../src/embedded/placement-id.js';
import { placementsIn } from '../../../src/embedded/placements/message.js';

const message = (messageId: unknown, also: object = {}, metadata: object = {}) => ({
  metadata: { messageId, placementId: 1, ...metadata },
  elements: { title: 'Hello' },
  ...also,
});

/** The ids of the first placement of an answer, and why messages are left out. */
function read(
  embeddedMessages: unknown,
  held = new Map<string, EmbeddedMessage>(),
  placementId: unknown = 1,
) {
  const flaws: string[] = [];
  const answer = { placements: [{ placementId, embeddedMessages }] };
  const report = ({ message }: Error) => flaws.push(message.replace(/.*: /, ''));
  const messages = placementsIn(answer, { wanted: ['1', '2'], held, report }).get('1') ?? [];
  return { messages, ids: messages.map(({ metadata }) => metadata.messageId), flaws };
}

describe('an answer with embedded messages', () => {
  it('gives them by priority, and those that rank alike as they came', () => {
    const { ids } = read([
      message('none'),
      message('second', {}, { priorityOrder: 2 }),
      message('first', {}, { priorityOrder: 1 }),
      message('also none', {}, { priorityOrder: 'x' }),
    ]);

    expect(ids).toEqual(['first', 'second', 'none', 'also none']);
  });

  it('fills in what the page holds', () => {
    const held = new Map([['a', message('a') as EmbeddedMessage]]);

    const { messages } = read([{ metadata: { messageId: 'a', priorityOrder: 7 } }], held);

    expect(messages).toMatchObject([{ metadata: { priorityOrder: 7 }, elements: { title: 'Hello' } }]);
  });

  it.each([
    ['no metadata', { elements: { title: 'Hello' } }, 'it has no usable id'],
    ['a number as its id', message(7), 'it has no usable id'],
    ['an endless id', message('x'.repeat(513)), 'it has no usable id'],
    ['nothing to show', message('a', { elements: undefined }), 'it has nothing to show'],
    ['a list for elements', message('a', { elements: [1] }), 'it has nothing to show'],
    ['no end', message('a', { payload: { text: 'x'.repeat(200_000) } }), 'it is too large to keep'],
    ['nothing at all', null, 'it has no usable id'],
  ])('is told of, and the rest shown, when one has %s', (_, flawed, flaw) => {
    const { ids, flaws } = read([flawed, message('well')]);

    expect(ids).toEqual(['well']);
    expect(flaws).toEqual([flaw]);
  });

  it('keeps the first of two with one id, and a hundred of more', () => {
    const many = Array.from({ length: 150 }, (_, index) => message(`m${index}`));

    const { ids, flaws } = read([message('m0', {}, { priorityOrder: 1 }), ...many]);

    expect(ids).toHaveLength(100);
    expect(flaws).toEqual(['its id is that of another', 'its placement has more than 100']);
  });

  it('keeps no more than a device can store beside what matters more', () => {
    const many = Array.from({ length: 90 }, (_, index) =>
      message(`m${index}`, { payload: { text: 'x'.repeat(100_000) } }),
    );

    const { ids, flaws } = read(many);

    expect(ids).toHaveLength(19);
    expect(flaws).toEqual(['all together are too large to keep']);
  });

  it('empties a placement that it does not name', () => {
    const placements = placementsIn(
      { placements: [] },
      { wanted: ['1'], held: new Map(), report: () => undefined },
    );

    expect([...placements]).toEqual([['1', []]]);
  });

  it.each([[undefined], [null], [{}], ['<html>'], [{ placements: {} }]])(
    'is none when it is %j',
    (answer) => {
      const read = () => placementsIn(answer, { wanted: ['1'], held: new Map(), report: () => undefined });

      expect(read).toThrow('The service has answered without a list of messages');
    },
  );

  it('throws nothing, whatever its placements hold', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (first, second, placementId) => {
        const inside = { metadata: first, elements: second, payload: first };
        expect(read([first, inside, message('well')], new Map(), 1).ids).toContain('well');
        expect(read(first, new Map(), placementId).flaws.length).toBeLessThan(9);
        const report = () => undefined;
        placementsIn({ placements: [second] }, { wanted: ['1'], held: new Map(), report });
      }),
      { seed },
    );
  });
});

describe('the id of a placement', () => {
  it.each([
    [7, '7'],
    ['7', '7'],
    ['007', '7'],
    [2 ** 31, undefined],
    ['home', undefined],
    [-1, undefined],
    [1.5, undefined],
    ['', undefined],
    [{ toString: 1 }, undefined],
    [null, undefined],
  ])('is of %j the text %j', (id, text) => {
    expect(placementIdOf(id)).toBe(text);
  });
});
