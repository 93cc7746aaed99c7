/** An element that shows what it is given. */
export interface Fillable<Source> extends HTMLElement {
  /** Shows what is in a source, for as long as it is filled from nothing else. */
  fill(source: Source | undefined): void;
}

/** Hears that an element has come to the page, or has gone from it. */
export type OnPlaced<Source> = (element: Fillable<Source>, isHere: boolean) => void;

/**
 * Makes the function that fills every element of a name from one source, also those to come, and gives the function
 * that empties them. Elements may be on the page before there is a source, and stay when it ends.
 */
export function placedElements<Source>(
  name: string,
  classOf: (onPlaced: OnPlaced<Source>) => CustomElementConstructor,
): (source: Source) => () => void {
  const placed = new Set<Fillable<Source>>();
  let current: Source | undefined;

  function fill(next: Source | undefined) {
    current = next;
    placed.forEach((element) => element.fill(next));
  }
  function place(element: Fillable<Source>, isHere: boolean) {
    if (isHere) placed.add(element);
    else placed.delete(element);
    element.fill(isHere ? current : undefined);
  }

  return (source) => {
    fill(source);
    if (!customElements.get(name)) customElements.define(name, classOf(place));
    return () => {
      if (current === source) fill(undefined);
    };
  };
}
