import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Heap } from '../../../src/emulator/state/heap.js';

/** A heap of numbers, and how often two of them were compared. */
function setup() {
  const count = { comparisons: 0 };
  const heap = new Heap<number>((a, b) => {
    count.comparisons += 1;
    return a - b;
  });
  function takeAll() {
    const taken: number[] = [];
    for (let first = heap.first(); first !== undefined; first = heap.first()) {
      taken.push(first);
      heap.removeFirst();
    }
    return taken;
  }
  return { heap, count, takeAll };
}

describe('a heap', () => {
  it('gives what it was given in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (numbers) => {
        const { heap, takeAll } = setup();
        for (const number of numbers) heap.add(number);
        expect(heap.size).toBe(numbers.length);
        expect(takeAll()).toEqual(numbers.toSorted((a, b) => a - b));
      }),
    );
  });

  it('compares each item with a few on its way, however many there are', () => {
    const { heap, count, takeAll } = setup();
    for (let number = 0; number < 10_000; number += 1) heap.add((number * 7_919) % 10_000);

    takeAll();

    // On its way up with one item on each level, and down with two.
    expect(count.comparisons).toBeLessThanOrEqual(10_000 * 3 * Math.ceil(Math.log2(10_000)));
  });
});
