import { placedElements, type Fillable, type OnPlaced } from '../../browser/placed-elements.js';
import type { PlacementContent, PlacementElement, PlacementSource, Render } from './placement.js';
import { reflectingElement } from './reflecting-element.js';

/** Shows messages in each `<tidings-placement>` of the page, also in those to come. Gives the function that empties them. */
export const fillPlacements = /* @__PURE__ */ placedElements(placementElement, 'tidings-placement');

/**
 * Makes the class of `<tidings-placement placement-id view limit project>`, once there is a page: the visitor's messages
 * in a place set aside for them. It takes no room while there are none.
 *
 * A `<template slot="message">`, or the property `render`, brings markup of the page's own: in it, `data-text` and
 * `data-src` name what to write there, `data-href` and `data-button` what a click does.
 *
 * Slots `loading`, `empty` and `error` are shown instead of messages. Parts: `list`, `message`, `media`, `text`, `title`,
 * `link`, `body`, `buttons`, `button`. Properties for its style: `--tidings-font`, `--tidings-color`, `--tidings-background`,
 * `--tidings-line`, `--tidings-radius`, `--tidings-gap`, `--tidings-accent`, `--tidings-on-accent`, `--tidings-min-height`.
 *
 * @param onPlaced - Hears when an element comes to the page or leaves it, or is for another project.
 */
export function placementElement(
  onPlaced: OnPlaced<PlacementSource>,
): new () => PlacementElement & Fillable<PlacementSource> {
  return class extends reflectingElement() implements PlacementElement, Fillable<PlacementSource> {
    #source: PlacementSource | undefined;
    #content: PlacementContent | undefined;
    #render: Render | undefined;

    #begin() {
      this.#content?.stop();
      this.#content = this.isConnected ? this.#source?.show(this) : undefined;
    }

    connectedCallback() {
      setAnew(this, ['placementId', 'view', 'limit', 'project', 'render']);
      onPlaced(this);
    }

    disconnectedCallback() {
      // It may only be moved.
      queueMicrotask(() => this.isConnected || onPlaced(this));
    }

    adoptedCallback() {
      // Style sheets stay behind in the document that it has left.
      this.#begin();
    }

    attributeChangedCallback(name: string, before: string | null, after: string | null) {
      if (before === after) return;
      if (name === 'placement-id') this.#begin();
      else if (name !== 'project') this.#content?.change(name);
      else if (this.isConnected) onPlaced(this);
    }

    get render() {
      return this.#render;
    }
    set render(render) {
      const hadOne = this.#render !== undefined;
      // A framework sets it each time that it renders, to `null` for none.
      this.#render = render ?? undefined;
      if (hadOne !== (this.#render !== undefined)) this.#begin();
    }

    fill(source: PlacementSource | undefined) {
      if (source === this.#source) return;
      this.#source = source;
      this.#begin();
    }
  };
}

/** Sets what a framework has set before the element was of this class. */
function setAnew(element: PlacementElement, names: (keyof PlacementElement)[]) {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const { [name]: value } = element;
    Reflect.deleteProperty(element, name);
    Object.assign(element, { [name]: value });
  }
}
