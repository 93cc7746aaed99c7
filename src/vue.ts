import type { HTMLAttributes } from 'vue';
import type { InboxAttributes, PlacementAttributes, PlacementElement } from './index.js';

/** An element as a template sees it: what it may say of it, besides what it may say of any. */
type InTemplates<Kind extends HTMLElement, Own = object> = new () => Kind & { $props: HTMLAttributes & Own };

declare module 'vue' {
  interface GlobalComponents {
    /** The visitor's messages in a place set aside for them. */
    'tidings-placement': InTemplates<
      PlacementElement,
      PlacementAttributes & Partial<Pick<PlacementElement, 'placementId' | 'render'>>
    >;
    /** A list of the visitor's saved messages. */
    'tidings-inbox': InTemplates<HTMLElement, InboxAttributes>;
    /** Asks the visitor whether they want web pushes. */
    'tidings-push-prompt': InTemplates<HTMLElement>;
    /** A button that turns web pushes on and off. */
    'tidings-push-bell': InTemplates<HTMLElement>;
  }
}
