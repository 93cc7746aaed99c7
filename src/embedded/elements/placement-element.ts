import { placedElements, type Fillable, type OnPlaced } from '../../browser/placed-elements.js';
import { placementIdOf } from '../message.js';
import { keepContent, type PlacementContent } from './placement-content.js';
import type { PlacementElement, PlacementSource, Render } from './placement.js';
import { reflectingElement } from './reflecting-element.js';

/** Shows messages in each `<tidings-placement>` of the page, also in those to come. Gives the function that empties them. */
export const fillPlacements = /* @__PURE__ */ placedElements('tidings-placement', placementElement);

/**
 * Makes the class of `<tidings-placement placement-id view limit>`, once there is a page: the visitor's messages in a
 * place set aside for them. It takes no room while there are none.
 *
 * A `<template slot="message">`, or the property `render`, brings markup of the page's own: in it, `data-text` and
 * `data-src` name what to write there, `data-href` and `data-button` what a click does.
 *
 * Slots `loading`, `empty` and `error` are shown instead of messages. Parts: `list`, `message`, `media`, `text`, `title`,
 * `link`, `body`, `buttons`, `button`. Properties for its style: `--tidings-font`, `--tidings-color`, `--tidings-background`,
 * `--tidings-line`, `--tidings-radius`, `--tidings-gap`, `--tidings-accent`, `--tidings-on-accent`, `--tidings-min-height`.
 *
 * @param onPlaced - Hears when an element comes to the page or leaves it.
 */
export function placementElement(
  onPlaced: OnPlaced<PlacementSource>,
): new () => PlacementElement & Fillable<PlacementSource> {
  return class extends reflectingElement() implements PlacementElement, Fillable<PlacementSource> {
    #stage = createStage(this);
    #render: Render | undefined;

    connectedCallback() {
      setAnew(this, ['placementId', 'view', 'limit', 'render']);
      onPlaced(this, true);
    }

    disconnectedCallback() {
      // It may only be moved.
      queueMicrotask(() => this.isConnected || onPlaced(this, false));
    }

    adoptedCallback() {
      // Style sheets stay behind in the document that it has left.
      this.#stage.begin();
    }

    attributeChangedCallback(name: string, before: string | null, after: string | null) {
      if (before === after) return;
      if (name === 'placement-id') this.#stage.begin();
      else if (name === 'limit') this.#stage.write();
      else this.#stage.checkView();
    }

    get render() {
      return this.#render;
    }
    set render(render) {
      const hadOne = this.#render !== undefined;
      // A framework sets it each time that it renders, to `null` for none.
      this.#render = render ?? undefined;
      if (hadOne !== (this.#render !== undefined)) this.#stage.begin();
    }

    fill(source: PlacementSource | undefined) {
      this.#stage.fill(source);
    }
  };
}

/** Keeps an element like its placement, for as long as it is on the page and there is a source. */
function createStage(element: PlacementElement) {
  let source: PlacementSource | undefined;
  let content: PlacementContent | undefined;

  function begin() {
    content?.stop();
    content = element.isConnected && source ? contentOf(element, source) : undefined;
  }
  return {
    begin,
    fill(next: PlacementSource | undefined) {
      if (next === source) return;
      source = next;
      begin();
    },
    write: () => content?.write(),
    checkView: () => checkView(element, source?.report),
  };
}

/** Begins to show a placement, if it has one. */
function contentOf(element: PlacementElement, source: PlacementSource): PlacementContent | undefined {
  checkView(element, source.report);
  if (placementIdOf(element.placementId)) return keepContent(element, source);
  source.report(new Error('A `<tidings-placement>` has no number as its `placement-id`'));
  return undefined;
}

/** Tells of a view that is none; the element shows cards. */
function checkView(element: PlacementElement, report: PlacementSource['report'] | undefined) {
  if ((element.getAttribute('view') ?? element.view) === element.view) return;
  report?.(new Error('A `<tidings-placement>` has an unknown `view`: it is shown as `card`'));
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
