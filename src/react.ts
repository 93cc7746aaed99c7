import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { InboxAttributes, PlacementAttributes, PlacementElement } from './index.js';

/** What JSX may say of an element of ours, besides what it may say of any. */
type ElementProps<Kind extends HTMLElement, Own = object> = DetailedHTMLProps<HTMLAttributes<Kind>, Kind> &
  Own;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /**
       * The visitor's messages in a place set aside for them. Set `render` by `ref`: React loses functions that it gives
       * to an element before `startEmbedded`, or while it hydrates.
       */
      'tidings-placement': ElementProps<PlacementElement, PlacementAttributes>;
      /** A list of the visitor's saved messages. */
      'tidings-inbox': ElementProps<HTMLElement, InboxAttributes>;
      /** Asks the visitor whether they want web pushes. */
      'tidings-push-prompt': ElementProps<HTMLElement>;
      /** A button that turns web pushes on and off. */
      'tidings-push-bell': ElementProps<HTMLElement>;
    }
  }
}
