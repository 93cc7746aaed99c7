import { placedElements, type Fillable, type OnPlaced } from '../../browser/placed-elements.js';
import type { PromptSource } from './prompt-source.js';

declare global {
  interface HTMLElementTagNameMap {
    'tidings-push-prompt': HTMLElement;
    'tidings-push-bell': HTMLElement;
  }
}

const fillPrompts = /* @__PURE__ */ placedElements('tidings-push-prompt', pushElement);
const fillBells = /* @__PURE__ */ placedElements('tidings-push-bell', pushElement);

/** Fills each `<tidings-push-prompt>` and `<tidings-push-bell>` of the page, also those to come. Gives the function that empties them. */
export function fillElements(source: PromptSource): () => void {
  const { project } = source.host;
  const stops = [fillPrompts(source, project), fillBells(source, project)];
  return () => stops.forEach((stop) => stop());
}

/**
 * Makes the class of both elements, once there is a page: what they show is loaded when one of them is there.
 *
 * @param onPlaced - Hears when an element comes to the page or leaves it.
 */
export function pushElement(onPlaced: OnPlaced<PromptSource>): new () => Fillable<PromptSource> {
  return class extends HTMLElement implements Fillable<PromptSource> {
    static readonly observedAttributes = ['project'];

    #stop: (() => void) | undefined;

    connectedCallback() {
      onPlaced(this, true);
    }

    disconnectedCallback() {
      onPlaced(this, false);
    }

    attributeChangedCallback() {
      onPlaced(this, this.isConnected);
    }

    fill(source: PromptSource | undefined) {
      this.#stop?.();
      this.#stop = source && begin(this, source);
    }
  };
}

function begin(element: HTMLElement, source: PromptSource): () => void {
  const filling = import('./prompt.js').then(({ keepFilled }) => keepFilled(element, source));
  filling.catch(source.host.report);
  return () => void filling.then((stop) => stop(), ignore);
}

const ignore = () => undefined;
