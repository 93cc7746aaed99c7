import { wait } from '../../lib/wait.js';

/** The name of what a message stands on. */
export const HOST = 'tidings-message';
/** How often it is looked whether a moment has come, in milliseconds. */
const GLANCE = 200;
/** How long after its last key a field with the focus is taken to be done with, in milliseconds. */
const PAUSE = 3_000;

/** Waits for a moment, as long as it is awaited. Gives something, if it has come. */
export async function until(isTrue: () => unknown, isAwaited: () => unknown): Promise<unknown> {
  while (isAwaited() && !isTrue()) await wait(GLANCE);
  return isAwaited();
}

/** What has the focus, also in a shadow tree. */
export function focused(root: DocumentOrShadowRoot = document): HTMLElement | null {
  const found = root.activeElement as HTMLElement | null;
  return (found?.shadowRoot && focused(found.shadowRoot)) ?? found;
}

/**
 * Whether something is put before all else: a modal dialog, which takes the focus, or what is full screen; also in a
 * shadow tree. What was asked for stands beside a message of another project.
 */
export function isTaken(isAskedFor: boolean, root: Document | ShadowRoot = document): unknown {
  const { activeElement: found } = root;
  const inside = isAskedFor && found?.localName === HOST ? undefined : found?.shadowRoot;
  return root.querySelector(':modal, :fullscreen') ?? (inside && isTaken(isAskedFor, inside));
}

/** Whether nothing on the page comes before a message. A modal one that was asked for waits for nothing. */
export function isCalm(isAskedFor: boolean, isModal: boolean, typing: Typing): boolean {
  return (isAskedFor && isModal) || !(isTaken(isAskedFor) || (isModal && typing.isOn()));
}

/** Knows whether the visitor types. */
export interface Typing {
  isOn(): boolean;
  stop(): void;
}

/**
 * Follows a visitor's keys, of which `onKey` hears. One who is in a field at first may have typed before: when last, as
 * far as is known.
 */
export function followTyping(
  onKey: (event: KeyboardEvent) => void,
  now: () => number,
  typedAt = now(),
): Typing {
  const hear = (event: KeyboardEvent) => {
    typedAt = now();
    onKey(event);
  };
  // Before the page, which may keep them to itself.
  addEventListener('keydown', hear, true);

  return {
    isOn() {
      const element = focused();
      if (!element) return false;
      // Nobody hears the keys of a frame here.
      if (element.localName === 'iframe') return true;
      const isField = element.isContentEditable || element.matches('input,textarea,select');
      return isField && now() - typedAt < PAUSE;
    },
    stop: () => removeEventListener('keydown', hear, true),
  };
}
