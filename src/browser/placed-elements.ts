import { beginLater } from './begin-later.js';
import { later } from '../lib/later.js';

/** An element that shows what it is given. */
export interface Fillable<Source> extends HTMLElement {
  /** Shows what is in a source, for as long as it is filled from nothing else; from the same again, nothing changes. */
  fill(source: Source | undefined): void;
}

/** Hears that an element has come to the page, or has gone from it, or means another project. */
export type OnPlaced<Source> = (element: Fillable<Source>) => void;

/**
 * Makes the function that fills every element of some names from a source, also those to come, and gives the function
 * that empties them. Elements may be on the page before there is a source, and stay when it ends. Where there are several
 * projects, an element names its own in `project`, and is else of the first.
 */
export function placedElements<Source extends { host: { project: string } }>(
  classOf: (onPlaced: OnPlaced<Source>) => CustomElementConstructor,
  ...names: string[]
): (source: Source) => () => void {
  const placed = new Set<Fillable<Source>>();
  const sources = new Map<string, Source>();

  function fill(element: Fillable<Source>) {
    const project = element.getAttribute('project');
    const source = project === null ? [...sources.values()][0] : sources.get(project);
    element.fill(element.isConnected ? source : undefined);
  }
  function place(element: Fillable<Source>) {
    placed[element.isConnected ? 'add' : 'delete'](element);
    fill(element);
  }

  return (source) => {
    const { project } = source.host;
    sources.set(project, source);
    placed.forEach(fill);
    names.forEach((name) => customElements.get(name) ?? customElements.define(name, classOf(place)));
    return () => {
      if (sources.get(project) === source) sources.delete(project);
      placed.forEach(fill);
    };
  };
}

/**
 * Makes what makes the class of elements that are kept like their source by what is loaded for the first of them.
 *
 * @param keep - Keeps an element so, and gives the function that stops it.
 */
export function keptElement<Loaded, Source extends { host: { report: (error: unknown) => void } }>(
  load: () => Promise<Loaded>,
  keep: (loaded: Loaded, element: HTMLElement, source: Source) => () => void,
) {
  const get = later(load);
  return (onPlaced: OnPlaced<Source>): new () => Fillable<Source> =>
    class extends HTMLElement implements Fillable<Source> {
      static readonly observedAttributes = ['project'];
      #source: Source | undefined;
      #stop: (() => void) | undefined;

      connectedCallback() {
        onPlaced(this);
      }

      disconnectedCallback() {
        onPlaced(this);
      }

      attributeChangedCallback() {
        onPlaced(this);
      }

      fill(source: Source | undefined) {
        if (source === this.#source) return;
        this.#source = source;
        this.#stop?.();
        this.#stop = source && beginLater(get, (loaded) => keep(loaded, this, source), source.host.report);
      }
    };
}
