import type { EmbeddedMessage } from '../../api/models/embedded.js';
import type { Actions } from './actions.js';
import type { Impressions } from './impressions.js';
import { make } from './make.js';
import { markupOf } from './message-markup.js';
import { ownMarkupOf } from './own-markup.js';
import type { PlacementElement } from '../elements/placement.js';

/** What rows need. */
export interface RowOptions {
  actions: Actions;
  watch: Impressions['watch'];
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
    slot.name = OWN + message.metadata.messageId;
    own.slot = slot.name;
    element.append(own);
    item.className = 'own';
    item.append(slot);
  } else item.append(...markupOf(message, options.actions));
  const stop = options.watch(message, item);

  return {
    item,
    text: shownOf(message),
    remove() {
      stop();
      item.remove();
      own?.remove();
    },
  };
}

/** All that a row shows of a message, as a text. */
export function shownOf({ elements, payload, metadata }: EmbeddedMessage): string {
  return JSON.stringify([elements, payload, metadata.isProof]);
}

function tryOwn(
  message: EmbeddedMessage,
  element: PlacementElement,
  { actions, report }: RowOptions,
): HTMLElement | undefined {
  try {
    return ownMarkupOf(message, element, actions);
  } catch (error) {
    report(error); // It is shown as ours.
    return undefined;
  }
}

/** Takes away what a clone of another element has brought along. */
export function forgetOwn(element: PlacementElement): void {
  element.querySelectorAll(`:scope > [slot^="${OWN}"]`).forEach((left) => left.remove());
}
