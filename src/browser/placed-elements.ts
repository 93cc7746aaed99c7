/** An element that shows what it is given. */
export interface Fillable<Source> extends HTMLElement {
  /** Shows what is in a source, for as long as it is filled from nothing else. */
  fill(source: Source | undefined): void;
}

/** Hears that an element has come to the page, or has gone from it, or means another project. */
export type OnPlaced<Source> = (element: Fillable<Source>, isHere: boolean) => void;

/**
 * Makes the function that fills every element of a name from a source, also those to come, and gives the function that
 * empties them. Elements may be on the page before there is a source, and stay when it ends. Where there are several
 * projects, an element names its own in `project`, and is else of the first.
 */
export function placedElements<Source>(
  name: string,
  classOf: (onPlaced: OnPlaced<Source>) => CustomElementConstructor,
): (source: Source, project: string) => () => void {
  /** The elements of the page, and what each is filled from. */
  const placed = new Map<Fillable<Source>, Source | undefined>();
  const sources = new Map<string, Source>();

  function sourceFor(element: Fillable<Source>): Source | undefined {
    const project = element.getAttribute('project');
    return project === null ? [...sources.values()][0] : sources.get(project);
  }
  function fill(element: Fillable<Source>, source: Source | undefined) {
    if (placed.has(element) && placed.get(element) === source) return;
    placed.set(element, source);
    element.fill(source);
  }
  function place(element: Fillable<Source>, isHere: boolean) {
    if (isHere) fill(element, sourceFor(element));
    else if (placed.delete(element)) element.fill(undefined);
  }
  const fillAll = () => [...placed.keys()].forEach((element) => fill(element, sourceFor(element)));

  return (source, project) => {
    sources.set(project, source);
    fillAll();
    if (!customElements.get(name)) customElements.define(name, classOf(place));
    return () => {
      if (sources.get(project) === source) sources.delete(project);
      fillAll();
    };
  };
}
