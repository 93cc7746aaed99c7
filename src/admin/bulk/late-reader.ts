import { LONGEST } from '../../lib/alarm.js';

/** What comes next of an iterator: an item, its end, or word that there was nothing for too long. */
export type Read<Item> = IteratorResult<Item, undefined> | 'late';

/** Reads an iterator that may give nothing for long. */
export interface LateReader<Item> {
  /** What comes next. After `late`, what was waited for comes with the next call. */
  next(): Promise<Read<Item>>;
  /** Makes `next` give `late` once, in so many milliseconds from now. */
  start(interval: number): void;
  /** Forgets that. */
  stop(): void;
}

/** Makes a reader that is not late. */
export function createLateReader<Item>(iterator: AsyncIterator<Item, undefined>): LateReader<Item> {
  let waiting: Promise<IteratorResult<Item, undefined>> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beLate = () => {};

  return {
    async next() {
      waiting ??= iterator.next();
      const found = waiting;
      found.catch(() => {}); // Told to whoever asks next, which may not be yet.
      const read = await new Promise<Read<Item>>((resolve, reject) => {
        beLate = () => resolve('late');
        found.then(resolve, reject);
      });
      if (read !== 'late') waiting = undefined;
      return read;
    },
    start(interval) {
      timer = setTimeout(() => beLate(), Math.min(interval, LONGEST));
    },
    stop: () => clearTimeout(timer),
  };
}
