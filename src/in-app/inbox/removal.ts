import type { InAppMessage } from '../../api/models/in-app.js';

/** How long a deletion can be undone, in milliseconds. */
const UNDO_TIME = 7_000;

/** A message that was deleted, and can be brought back. */
export interface Removal {
  readonly message: InAppMessage;
  /** Whether it comes back, once that is decided. */
  readonly isUndone: Promise<boolean>;
  readonly isBack: boolean;
  /** Decides it. */
  end(isBack: boolean): void;
  /** Lets the time stand still for a reason. */
  hold(reason: string): void;
  /** Lets it begin anew, once there is no reason left. */
  release(reason: string): void;
}

/** Begins the time in which a message can be brought back. */
export function createRemoval(message: InAppMessage, onOver: () => void): Removal {
  const reasons = new Set<string>();
  let decide: ((isBack: boolean) => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBack = false;
  const isUndone = new Promise<boolean>((resolve) => (decide = resolve));

  function begin() {
    clearTimeout(timer);
    timer = setTimeout(onOver, UNDO_TIME);
  }
  begin();

  return {
    message,
    isUndone,
    get isBack() {
      return isBack;
    },
    end(isUndone) {
      clearTimeout(timer);
      isBack = isUndone;
      decide?.(isUndone);
      decide = undefined;
    },
    hold(reason) {
      reasons.add(reason);
      clearTimeout(timer);
    },
    release(reason) {
      reasons.delete(reason);
      if (!reasons.size && decide) begin();
    },
  };
}
