import { on } from './page.js';

/** What a visitor does on a page. */
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart', 'wheel'];

/** Knows whether the visitor is there. */
export interface Attention {
  /** When they were last there, in milliseconds since the epoch: now, unless they have been away for long. */
  readonly last: number;
  close(): void;
}

/** Follows a visitor who is away after `pause` milliseconds in which they do nothing. Calls `onReturn` when they are back. */
export function followAttention(
  pause: number,
  onReturn: (last: number) => void,
  now: () => number,
): Attention {
  let acted = now();
  const last = () => (now() - acted < pause ? now() : acted);
  function act() {
    const before = last();
    acted = now();
    if (before < acted) onReturn(before);
  }
  const stops = ACTS.map((type) => on(globalThis, type, act));

  return {
    get last() {
      return last();
    },
    close: () => stops.forEach((stop) => stop()),
  };
}
