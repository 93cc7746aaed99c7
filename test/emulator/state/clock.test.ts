import { describe, expect, it } from 'vitest';
import { createTimetable } from '../../../src/emulator/state/clock.js';
import { createTables } from '../../../src/emulator/state/tables.js';
import { createRandom } from '../../../src/emulator/state/random.js';
import { startService } from '../support/service.js';

function setup() {
  let device = 1_000;
  const tables = createTables();
  const clock = createTimetable(tables, () => device);
  const done: [string, number][] = [];
  clock.on<string>('note', (about) => done.push([about, clock.now()]));
  return { clock, done, tables, pass: (milliseconds: number) => (device += milliseconds) };
}

describe('the clock', () => {
  it('does what falls due in order, each at its own time', () => {
    const { clock, done } = setup();
    clock.plan(3_000, 'note', 'third');
    clock.plan(2_000, 'note', 'first');
    clock.plan(2_000, 'note', 'second');
    clock.plan(9_000, 'note', 'later');

    clock.advance(5_000);

    expect(done).toEqual([
      ['first', 2_000],
      ['second', 2_000],
      ['third', 3_000],
    ]);
    expect(clock.now()).toBe(6_000);
  });

  it('does what a task plans, when it falls due in the same time', () => {
    const { clock, done } = setup();
    clock.on('again', () => clock.plan(clock.now() + 500, 'note', 'planned'));
    clock.plan(2_000, 'again', null);
    clock.plan(3_000, 'note', 'after');

    clock.advance(5_000);

    expect(done).toEqual([
      ['planned', 2_500],
      ['after', 3_000],
    ]);
  });

  it('does thousands of tasks in the order of their times and of their planning', () => {
    const { clock } = setup();
    const order: number[][] = [];
    clock.on<number[]>('in order', (about) => order.push(about));
    for (let number = 0; number < 4_000; number += 1) {
      const at = 2_000 + ((number * 7_919) % 500);
      clock.plan(at, 'in order', [at, number]);
    }

    clock.advance(10_000);

    expect(order).toHaveLength(4_000);
    expect(order).toEqual([...order].sort(([a = 0, i = 0], [b = 0, j = 0]) => a - b || i - j));
  });

  it('catches up with the time of the device', () => {
    const { clock, done, pass } = setup();
    clock.plan(2_000, 'note', 'due');
    pass(5_000);
    expect(done).toEqual([]);
    clock.catchUp();
    expect(done).toEqual([['due', 2_000]]);
    expect(clock.now()).toBe(6_000);
  });

  it('runs on with the device after it was put forward', () => {
    const { clock, pass } = setup();
    clock.advance(10_000);
    pass(50);
    expect(clock.now()).toBe(11_050);
  });

  it('is never turned back: not by the device, and not by a moment that is past', () => {
    const { clock, pass } = setup();
    expect(clock.now()).toBe(1_000);
    pass(-900);
    expect(clock.now()).toBe(1_000);

    clock.advanceTo('1970-01-01T00:00:09Z');
    expect(clock.now()).toBe(9_000);
    expect(() => clock.advanceTo(8_999)).toThrow(TypeError);
    expect(() => clock.advanceTo('soon')).toThrow(TypeError);
    expect(clock.now()).toBe(9_000);
  });

  it('goes on from where a saved text was, also on a device whose time is earlier; a reset turns it back', () => {
    const later = setup();
    later.pass(50_000);
    later.clock.now();
    const { clock, tables } = setup();

    tables.load(later.tables.save());
    expect(clock.now()).toBe(51_000);

    tables.load(createTables().save());
    expect(clock.now()).toBe(1_000);
  });

  it('takes a task off the plan', () => {
    const { clock, done } = setup();
    const id = clock.plan(2_000, 'note', 'never');
    expect(clock.unplan(id)).toBe(true);
    expect(clock.unplan(id)).toBe(false);
    clock.advance(5_000);
    expect(done).toEqual([]);
  });

  it('runs on when a task fails, and does the rest the next time', () => {
    const { clock, done } = setup();
    clock.on('fail', () => {
      throw new Error('failed');
    });
    clock.plan(2_000, 'fail', null);
    clock.plan(3_000, 'note', 'after');

    expect(() => clock.advance(5_000)).toThrow('failed');
    clock.catchUp();

    expect(done).toEqual([['after', 3_000]]);
    expect(clock.now()).toBe(6_000);
  });

  it.each([-1, Number.NaN, '5', '', null, undefined, [5], 5n])(
    'cannot be put forward by %o',
    (milliseconds) => {
      const { clock } = setup();
      expect(() => clock.advance(milliseconds as number)).toThrow(
        'The clock goes forward: give a positive number',
      );
      expect(clock.now()).toBe(1_000);
    },
  );

  it.each([
    '2030-02-30T00:00:00Z',
    '2030-13-01',
    'Feb 1 2030',
    '1900000000000',
    '',
    null,
    Number.NaN,
    Infinity,
  ])('cannot be put forward to %o', (moment) => {
    const { clock } = setup();
    expect(() => clock.advanceTo(moment as string)).toThrow(TypeError);
    expect(clock.now()).toBe(1_000);
  });

  it('tells whole milliseconds, whatever the device and who puts it forward tell', () => {
    const { clock, pass } = setup();
    pass(0.7);
    expect(clock.now()).toBe(1_000);
    clock.advance(10.2);
    expect(clock.now()).toBe(1_010);
  });

  it('keeps its plan and its time in what is saved', () => {
    const { clock, tables } = setup();
    clock.plan(20_000, 'note', 'due');
    clock.advance(10_000);
    const other = setup();

    other.tables.load(tables.save());
    expect(other.clock.now()).toBe(11_000);
    other.clock.advance(10_000);

    expect(other.done).toEqual([['due', 20_000]]);
  });

  it('of the emulator is that of its options, and can be put forward', () => {
    const { emulator } = startService({ now: () => 5 });
    expect(emulator.clock.now()).toBe(5);
    emulator.clock.advance(10);
    expect(emulator.clock.now()).toBe(15);
  });
});

describe('chance', () => {
  const row = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 1_000 }, random);
  };

  it('is the same for the same seed, and another for another', () => {
    expect(row(7)).toEqual(row(7));
    expect(row(7)).not.toEqual(row(8));
  });

  it('is spread from 0 up to 1', () => {
    const numbers = row(1);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    for (const tenth of Array(10).keys()) {
      expect(numbers.filter((number) => Math.floor(number * 10) === tenth).length).toBeGreaterThan(60);
    }
  });
});
