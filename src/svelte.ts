import type { HTMLAttributes } from 'svelte/elements';
import type { InboxAttributes, PlacementAttributes, PlacementElement } from './index.js';

/** What a template may say of an element of ours, besides what it may say of any. */
type InTemplates<Kind extends HTMLElement, Own = object> = HTMLAttributes<Kind> & Own;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    /** The visitor's messages in a place set aside for them. */
    'tidings-placement': InTemplates<
      PlacementElement,
      PlacementAttributes & Partial<Pick<PlacementElement, 'render'>>
    >;
    /** A list of the visitor's saved messages. */
    'tidings-inbox': InTemplates<HTMLElement, InboxAttributes>;
    /** Asks the visitor whether they want web pushes. */
    'tidings-push-prompt': InTemplates<HTMLElement>;
    /** A button that turns web pushes on and off. */
    'tidings-push-bell': InTemplates<HTMLElement>;
  }
}
