import { inboxElement, type InboxElement } from './inbox-element.js';
import type { InboxSource } from './inbox-source.js';

const NAME = 'tidings-inbox';

/** The elements on the page now, whether messages have been started or not. */
const placed = new Set<InboxElement>();
let current: InboxSource | undefined;

/** Lists an inbox in each `<tidings-inbox>` of the page, also in those to come. Gives the function that empties them. */
export function fillInboxes(source: InboxSource): () => void {
  const fill = (next: InboxSource | undefined) => {
    current = next;
    placed.forEach((element) => element.list(next));
  };
  fill(source);
  if (!customElements.get(NAME)) customElements.define(NAME, inboxElement(place));
  return () => {
    if (current === source) fill(undefined);
  };
}

function place(element: InboxElement, isHere: boolean) {
  if (isHere) placed.add(element);
  else placed.delete(element);
  element.list(isHere ? current : undefined);
}
