import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rows } from '../../../src/emulator/state/rows.js';

interface Message {
  id: number;
  personId: number;
}

const id = fc.nat({ max: 5 });
const change = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), id, personId: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('delete' as const), id }),
  fc.record({ kind: fc.constant('clear' as const) }),
  fc.record({ kind: fc.constant('look' as const) }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function make(rows: Rows<number, Message>, step: Change): void {
  if (step.kind === 'set') rows.set(step.id, { id: step.id, personId: step.personId });
  else if (step.kind === 'delete') rows.delete(step.id);
  else if (step.kind === 'clear') rows.clear();
  else {
    rows.where('personId', 0);
    rows.lowest('personId');
  }
}

describe('rows', () => {
  it('are found by a field as a look at all of them finds them, whatever was set and deleted', () => {
    fc.assert(
      fc.property(fc.array(change), (steps) => {
        const rows = new Rows<number, Message>();
        for (const step of steps) {
          make(rows, step);
          const found = [0, 1, 2].flatMap((personId) => rows.where('personId', personId));
          expect(new Set(found)).toEqual(new Set(rows.values()));
          expect(found).toHaveLength(rows.size);
        }
      }),
    );
  });

  it('tell the lowest of a field as a look at all of them tells it, whatever was set and deleted', () => {
    fc.assert(
      fc.property(fc.array(change), (steps) => {
        const rows = new Rows<number, Message>();
        for (const step of steps) {
          make(rows, step);
          const lowest = Math.min(...[...rows.values()].map(({ personId }) => personId));
          expect(rows.lowest('personId')?.personId ?? Infinity).toBe(lowest);
        }
      }),
    );
  });

  it('tell the lowest of a field one after the other, and look at each row a few times for that', () => {
    let looks = 0;
    const rowOf = (id: number) => ({
      id,
      get personId() {
        looks += 1;
        return (id * 7_919) % 1_000;
      },
    });
    const rows = new Rows<number, Message>();
    for (let number = 0; number < 1_000; number += 1) rows.set(number, rowOf(number));

    const order: number[] = [];
    for (let row = rows.lowest('personId'); row; row = rows.lowest('personId')) {
      order.push(row.id);
      rows.delete(row.id);
    }

    expect(order.map((id) => (id * 7_919) % 1_000)).toEqual([...order.keys()]);
    // Once as it is set in order and once as it is told; looking at all that are left would be 500 times.
    expect(looks).toBeLessThanOrEqual(4 * 1_000);
  });

  it('forget those that left the order of a field, however many come and go', () => {
    const rows = new Rows<number, Message>();
    rows.lowest('personId');
    for (let number = 1; number <= 1_000; number += 1) {
      rows.set(number, { id: number, personId: 1_000 - number });
      if (number > 2) rows.delete(number - 2);
      expect(rows.lowest('personId')).toMatchObject({ id: number });
    }
    rows.clear();
    expect(rows.lowest('personId')).toBeUndefined();
  });

  it('come in the order they were set, and keep their place when set again', () => {
    const rows = new Rows<number, Message>();
    for (const number of [3, 1, 2]) rows.set(number, { id: number, personId: 7 });
    expect(rows.where('personId', 7).map((row) => row.id)).toEqual([3, 1, 2]);
    expect(rows.where('personId', 8)).toEqual([]);

    rows.set(1, { id: 1, personId: 7 });
    expect(rows.where('personId', 7).map((row) => row.id)).toEqual([3, 1, 2]);
  });
});
