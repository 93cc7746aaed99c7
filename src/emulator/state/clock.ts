import type { Tables } from './tables.js';
import type { Task } from './task.js';
import { LAST_DATE, momentOf } from '../time.js';

/** The service's time, and what waits for it. */
export interface Clock {
  /** In milliseconds since the epoch. */
  now(): number;
  /** Lets time pass, and does what falls due on the way, in order. */
  advance(milliseconds: number): void;
  /** Lets time pass up to a moment: in milliseconds since the epoch, or as a date in ISO 8601. It is never turned back. */
  advanceTo(moment: number | string): void;
  /** Whether something has fallen due and is not done. */
  isDue(): boolean;
}

/** The clock as the service itself uses it: with work that waits for its time. */
export interface Timetable extends Clock {
  /** Says what is done when a task of a kind falls due. */
  on<About>(kind: string, work: (about: About) => void): void;
  /** Plans a task; gives its id. */
  plan(at: number, kind: string, about: unknown): number;
  /** Takes a task off the plan; says whether it was on it. */
  unplan(id: number): boolean;
  /** Does what has fallen due. */
  catchUp(): void;
}

/** Makes a timetable over the time of a device, which {@link Clock.advance} puts forward. */
export function createTimetable(tables: Tables, deviceNow: () => number): Timetable {
  const tasks = tables.table<Task>('tasks');
  // How far the service is ahead of the device is saved too: time must not run backwards for whoever loads it.
  const offsets = tables.table<number, string>('clock');
  const works = new Map<string, (about: never) => void>();
  let held: number | undefined;

  /** The service tells whole milliseconds; devices may have finer clocks. */
  const device = () => Math.floor(deviceNow());

  /** Never earlier than before, whatever becomes of the device's clock: only a reset or a saved text turns it back. */
  function now() {
    if (held !== undefined) return held;
    const present = device() + (offsets.get('ahead') ?? 0);
    const reached = offsets.get('reached') ?? -Infinity;
    if (present > reached) offsets.set('reached', present);
    return Math.max(present, reached);
  }

  function passTo(until: number) {
    try {
      for (let task = tasks.lowest('at'); task && task.at <= until; task = tasks.lowest('at')) {
        tasks.delete(task.id);
        held = Math.max(task.at, held ?? 0);
        works.get(task.kind)?.(task.about as never);
      }
    } finally {
      held = undefined;
    }
  }

  function advance(milliseconds: number) {
    checkAdvance(milliseconds);
    const until = Math.round(now() + milliseconds);
    if (!(until <= LAST_DATE)) throw new TypeError('The clock cannot go past the last of dates');
    held = now();
    offsets.set('ahead', until - device());
    offsets.set('reached', until);
    passTo(until);
  }

  return {
    now,
    advance,
    advanceTo(moment) {
      const until = typeof moment === 'number' ? moment : momentOf(moment);
      if (Number.isNaN(until))
        throw new TypeError('The clock needs a moment, such as `2030-01-31T09:00:00Z`');
      if (until < now()) throw new TypeError('The clock is never turned back: it is later than that already');
      advance(until - now());
    },
    on: (kind, work) => void works.set(kind, work),
    plan(at, kind, about) {
      const id = tables.nextId();
      tasks.set(id, { id, at, kind, about });
      return id;
    },
    unplan: (id) => tasks.delete(id),
    catchUp: () => passTo(now()),
    isDue: () => (tasks.lowest('at')?.at ?? Infinity) <= now(),
  };
}

function checkAdvance(milliseconds: unknown): void {
  // A text of digits would be written behind the time, and make a date that is far away.
  if (!(typeof milliseconds === 'number' && milliseconds >= 0))
    throw new TypeError('The clock goes forward: give a positive number');
}
