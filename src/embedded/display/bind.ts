import type { Actions, Target } from './actions.js';

/** What has clicks of its own. */
const CONTROLS = 'a, button, input, select, textarea, label, summary, [data-button], [data-href]';

/** Makes an element do what a click on a message, or on one of its buttons, does. */
export function bind(control: HTMLElement, target: Target, actions: Actions): void {
  const action = actions.of(target);
  const isLink = control instanceof HTMLAnchorElement && action !== undefined && !action.name;

  function follow(event: MouseEvent) {
    // A click on what stands inside is not for this one.
    const nearest = (event.target as Element).closest(CONTROLS);
    if (nearest && nearest !== control && control.contains(nearest)) return;
    const isOpened = isLink && (action.isNewTab || isApart(event));
    // The second of two clicks that were meant as one.
    const isRepeat = event.detail > 1;
    if (!isOpened || isRepeat) event.preventDefault();
    if (!isRepeat) void actions.follow(target, isOpened);
  }

  control.addEventListener('click', follow);
  if (control instanceof HTMLButtonElement) control.type = 'button';
  if (!isLink) return;
  control.href = action.url;
  if (action.isNewTab) Object.assign(control, { target: '_blank', rel: 'noopener noreferrer' });
  // With the second button the browser shows its menu.
  control.addEventListener('auxclick', (event) => event.button === 1 && follow(event));
}

/** Whether the visitor opens a link elsewhere: in another tab or window, or as a file. */
function isApart({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button > 0 || ctrlKey || metaKey || shiftKey || altKey;
}
