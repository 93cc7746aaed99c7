// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { outboxPart } from '../../src/inspector/outbox-part.js';

const counts = { delivered: 7, deliveredInBackground: 2, dropped: { full: 1, old: 2 }, uncertain: 1 };

/** The part, drawn at moments of a clock of its own. */
function setup() {
  let now = 1_700_000_000_000;
  const part = outboxPart({ now: () => now });
  return {
    part,
    /** Draws how many wait, so many seconds after the last time. */
    draw(waiting: number, later = 0) {
      now += later * 1_000;
      part.draw({ ...counts, waiting, recorded: 0, uploading: 0 } as unknown as Parameters<
        typeof part.draw
      >[0]);
    },
    /** The points of the curve, from the left. */
    points: () =>
      (part.element.querySelector('.curve')?.getAttribute('d') ?? '')
        .slice(1)
        .split('L')
        .map((point) => point.split(' ').map(Number)),
    words: () => part.element.querySelector('svg')?.getAttribute('aria-label'),
  };
}

describe('the outbox in the inspector', () => {
  it('says what waits, and what became of the rest', () => {
    const { part, draw } = setup();

    draw(3);

    expect([...part.element.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      '3',
      '7, 2 of them in the background',
      '3 (1 full, 2 old)',
      '1',
    ]);
  });

  it('is drawn over a minute, however often it is drawn', () => {
    const { draw, points, words } = setup();
    draw(5);
    for (let times = 0; times < 200; times++) draw(1, 0.15);

    expect(points()[0]?.[0]).toBe(150);
    expect(points().at(-1)?.[0]).toBe(300);
    expect(words()).toBe('Waiting over the last minute: now 1, at most 5');

    draw(0, 40);

    expect(points()[0]?.[0]).toBe(0);
    expect(words()).toBe('Waiting over the last minute: now 0, at most 1');
  });

  it('goes on from what waited before the panel was closed for longer', () => {
    const { draw, points, words } = setup();
    draw(9);
    draw(9, 300);

    expect(points().map(([x]) => x)).toEqual([0, 0, 300]);
    expect(words()).toBe('Waiting over the last minute: now 9, at most 9');
  });
});
