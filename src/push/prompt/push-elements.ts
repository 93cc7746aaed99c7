import { keptElement, placedElements } from '../../browser/placed-elements.js';
import type { PromptSource } from './prompt-source.js';

declare global {
  interface HTMLElementTagNameMap {
    'tidings-push-prompt': HTMLElement;
    'tidings-push-bell': HTMLElement;
  }
}

/** Makes the class of both elements, once there is a page: what they show is loaded when one of them is there. */
const pushElement = /* @__PURE__ */ keptElement(
  () => import('./prompt.js'),
  ({ keepFilled }, element, source: PromptSource) => keepFilled(element, source),
);

/** Fills each `<tidings-push-prompt>` and `<tidings-push-bell>` of the page, also those to come. Gives the function that empties them. */
export const fillElements = /* @__PURE__ */ placedElements(
  pushElement,
  'tidings-push-prompt',
  'tidings-push-bell',
);
