import type { EmbeddedMessage } from '../../api/embedded.js';
import type { Actions } from '../actions.js';
import type { Visits } from '../visits.js';
import { make } from './make.js';
import { bodyOf } from './message-body.js';
import { ownBodyOf } from './own-body.js';
import type { PlacementElement } from './placement.js';

/** What rows need. */
export interface RowOptions {
  actions: Actions;
  visits: Pick<Visits, 'see'>;
  report: (error: unknown) => void;
}

/** A message in the list of an element. */
export interface Row {
  item: HTMLElement;
  /** All that it shows, to tell whether that has changed. */
  text: string;
  remove(): void;
}

/** Begins the names of the slots in which markup of the page's own stands, outside of our list: the page's style reaches it there. */
const OWN = 'tidings-';

/** Makes the row of a message, which is counted while it is in view. */
export function createRow(message: EmbeddedMessage, element: PlacementElement, options: RowOptions): Row {
  const item = make('li', 'message');
  const own = tryOwn(message, element, options);
  if (own) {
    const slot = document.createElement('slot');
    own.slot = slot.name = OWN + message.metadata.messageId;
    element.append(own);
    item.className = 'own';
    item.append(slot);
  } else item.append(...bodyOf(message, options.actions));
  const stop = options.visits.see(message, item);

  return {
    item,
    text: JSON.stringify(message),
    remove() {
      stop();
      item.remove();
      own?.remove();
    },
  };
}

function tryOwn(
  ...[message, element, { actions, report }]: Parameters<typeof createRow>
): HTMLElement | undefined {
  try {
    return ownBodyOf(message, element, actions);
  } catch (error) {
    report(error); // It is shown as ours.
    return undefined;
  }
}

/** Takes away what a clone of another element has brought along. */
export function forgetOwn(element: PlacementElement): void {
  element.querySelectorAll(`:scope > [slot^="${OWN}"]`).forEach((left) => left.remove());
}
