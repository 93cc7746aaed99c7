import type { PlacementSource } from './placement.js';
import { placementElement, type FillableElement } from './placement-element.js';

const NAME = 'tidings-placement';

/** The elements on the page now, whether messages have been started or not. */
const placed = new Set<FillableElement>();
let current: PlacementSource | undefined;

/** Shows messages in each `<tidings-placement>` of the page, also in those to come. Gives the function that empties them. */
export function fillPlacements(source: PlacementSource): () => void {
  const fill = (next: PlacementSource | undefined) => {
    current = next;
    placed.forEach((element) => element.fill(next));
  };
  fill(source);
  if (!customElements.get(NAME)) customElements.define(NAME, placementElement(place));
  return () => {
    if (current === source) fill(undefined);
  };
}

function place(element: FillableElement, isHere: boolean) {
  if (isHere) placed.add(element);
  else placed.delete(element);
  element.fill(isHere ? current : undefined);
}
