import { on } from './page.js';

/** What a visitor does on a page. */
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart', 'wheel'];

/** Knows whether the visitor is there. */
export interface Attention {
  /** When they were last there, in milliseconds since the epoch: now, unless they have been away for long. */
  readonly last: number;
  close(): void;
}

/** When a visitor is away. */
export interface AttentionOptions {
  /** After how long without a sign of them, in milliseconds. */
  idle: number;
  /** Hears, once they are back, when they were last there. */
  onReturn: (last: number) => void;
  now: () => number;
}

/** Follows a visitor, who is there at first. */
export function followAttention({ idle, onReturn, now }: AttentionOptions): Attention {
  let acted = now();
  function act() {
    const before = acted;
    acted = now();
    if (acted - before >= idle) onReturn(before);
  }
  const stops = ACTS.map((type) => on(globalThis, type, act));

  return {
    get last() {
      const at = now();
      return at - acted < idle ? at : acted;
    },
    close: () => stops.forEach((stop) => stop()),
  };
}
