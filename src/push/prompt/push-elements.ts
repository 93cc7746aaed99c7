import type { PromptSource } from './prompt-source.js';

declare global {
  interface HTMLElementTagNameMap {
    'tidings-push-prompt': HTMLElement;
    'tidings-push-bell': HTMLElement;
  }
}

const NAMES = ['tidings-push-prompt', 'tidings-push-bell'];

type PushElement = HTMLElement & { fill(source?: PromptSource): void };

/** Those of the page, and what each shows: a visitor has one browser, so it is of the project that came last. */
const placed = new Set<PushElement>();
let current: PromptSource | undefined;

function fillAll(source?: PromptSource) {
  current = source;
  placed.forEach((element) => element.fill(source));
}

/** Fills each `<tidings-push-prompt>` and `<tidings-push-bell>` of the page, also those to come. Gives the function that empties them. */
export function fillElements(source: PromptSource): () => void {
  fillAll(source);
  NAMES.forEach((name) => customElements.get(name) ?? customElements.define(name, pushElement()));
  return () => {
    if (current === source) fillAll();
  };
}

/** Makes the class of both elements, once there is a page: what they show is loaded when one of them is there. */
function pushElement() {
  return class extends HTMLElement {
    #stop: (() => void) | undefined;

    connectedCallback() {
      placed.add(this);
      this.fill(current);
    }

    disconnectedCallback() {
      placed.delete(this);
      this.fill();
    }

    fill(source?: PromptSource) {
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
