/** The longest time that timers can measure, in milliseconds: some 25 days. */
export const LONGEST = 2 ** 31 - 1;

/** Goes off once, at the earliest of the times it was set to. */
export interface Alarm {
  /** In milliseconds since the epoch; `Infinity` is never. */
  set(at: number): void;
  clear(): void;
}

/** Makes an alarm that is not set. */
export function createAlarm(ring: () => void, now: () => number): Alarm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Infinity;

  function clear() {
    clearTimeout(timer);
    due = Infinity;
  }

  return {
    set(at) {
      if (at >= due) return;
      clearTimeout(timer);
      due = at;
      const goOff = () => {
        due = Infinity;
        ring();
      };
      timer = setTimeout(goOff, Math.min(Math.max(at - now(), 0), LONGEST));
    },
    clear,
  };
}
