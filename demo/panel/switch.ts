import { make } from '../shop/scripts/page.js';

/** Something to press, what that shows, and how it turned out. */
export interface Switch {
  element: HTMLElement;
  /** Says how it turned out, where it was pressed. */
  tell(outcome: string): void;
}

/** Puts a sentence under a control, and room for the outcome. */
export function switchOf(control: HTMLElement, about: string): Switch {
  const outcome = make('p', { class: 'panel-outcome' });
  outcome.setAttribute('role', 'status');
  return {
    element: make(
      'div',
      { class: 'panel-switch' },
      control,
      make('p', { class: 'panel-soft' }, about),
      outcome,
    ),
    tell: (words) => (outcome.textContent = words),
  };
}

/** A button that does something. */
export function press(words: string, onPress: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button' }, words);
  button.addEventListener('click', onPress);
  return button;
}

/** Such as `3 events` for 3. */
export function events(count: number): string {
  return count === 1 ? '1 event' : `${count} events`;
}
