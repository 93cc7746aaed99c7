import type { EmbeddedMessage } from '../../api/embedded.js';
import type { Actions } from '../actions.js';

/** Makes an element do what a click on a message, or on the button of that number, does. */
export function bind(control: Element, message: EmbeddedMessage, actions: Actions, button?: number): void {
  const action = actions.of(message, button);
  const follow = (event: Event) => void actions.follow(message, button, event);
  if (control instanceof HTMLAnchorElement && action && !action.name) {
    control.href = action.url;
    if (action.isNewTab) Object.assign(control, { target: '_blank', rel: 'noopener noreferrer' });
    // With the second button the browser shows its menu.
    control.addEventListener('auxclick', (event) => (event as MouseEvent).button === 1 && follow(event));
  } else if (control instanceof HTMLButtonElement) control.type = 'button';
  control.addEventListener('click', follow);
}
