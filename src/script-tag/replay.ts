import { errorOf } from '../lib/error-of.js';
import { must } from '../lib/must.js';
import { ignore } from '../lib/ignore.js';

/** A call that was made before there was anybody to make it to. */
export type QueuedCall = [
  /** Stands in for what it gives, and for a promise of that. */
  result: Promise<unknown>,
  /** Stands in for what has the function, at the end of a path. */
  base: object,
  path: string[],
  /** None, where something is read. */
  input: unknown[] | undefined,
  /** Resolves the promise that the page was given. */
  settle: (given?: unknown) => void,
];

/** The calls that a stub has kept, in their order. */
export interface Queue extends Array<QueuedCall> {
  /** Reads what is there by now. */
  read?: (base: object, path: string[]) => unknown;
}

/** Makes the calls that a stub has kept, and from now on each of its calls at once. */
export function replay(api: object, stub: object, queue: Queue): void {
  const values = new WeakMap<object, unknown>([[stub, api]]);
  const failures = new WeakMap<object, unknown>();

  function read(base: object, path: string[]): unknown {
    return path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      values.get(base),
    );
  }
  function make(base: object, path: string[], input: unknown[]) {
    const work = read(base, path);
    must(typeof work === 'function', `There is no function \`${path.join('.')}\``);
    const given = input.map((one) => values.get(one as object) ?? one);
    return Reflect.apply(work, read(base, path.slice(0, -1)), given) as unknown;
  }
  function run([result, base, path, input, settle]: QueuedCall) {
    try {
      // What could not be made has nothing that could be called.
      if (failures.has(base)) throw failures.get(base);
      const value = input ? make(base, path, input) : read(base, path);
      values.set(result, value);
      settle(value);
    } catch (error) {
      const failure = Promise.reject(errorOf(error));
      // Of one that follows from another, nobody need hear twice.
      if (failures.has(base)) result.catch(ignore);
      failures.set(result, error);
      settle(failure);
    }
  }

  // Also those that are made meanwhile.
  for (const call of queue) run(call);
  queue.length = 0;
  queue.push = (...calls) => {
    calls.forEach(run);
    return 0;
  };
  queue.read = read;
}
