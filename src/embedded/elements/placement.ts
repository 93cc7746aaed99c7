import type { EmbeddedMessage, PlacementId } from '../../api/models/embedded.js';
import type { Messages } from '../messages.js';

/** How messages of a placement look. */
export type View = 'card' | 'banner' | 'notification';

/** Makes an element of the page's own for a message. Another one is for messages that come or change from then on. */
export type Render = (message: EmbeddedMessage) => HTMLElement | undefined;

/** A `<tidings-placement>` of the page. Its first three properties are what its attributes say, and the other way round. */
export interface PlacementElement extends HTMLElement {
  /** Whose messages it shows: `placement-id`. */
  placementId: string;
  /** How they look. Default: `card`. */
  view: View;
  /** How many it shows at most. Default: all. */
  limit: number | undefined;
  /** Makes an element for each message, in the place of ours. Default: none. */
  render: Render | undefined;
}

/** What markup may say of a `<tidings-placement>`, in HTML or in a framework's templates. */
export interface PlacementAttributes {
  'placement-id'?: PlacementId | undefined;
  /** Default: `card`. */
  view?: View | undefined;
  /** How many messages it shows at most. Default: all. */
  limit?: number | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'tidings-placement': PlacementElement;
  }
}

/** The messages that an element lists. */
export interface MessageList {
  /** Lists these. */
  write(messages: EmbeddedMessage[]): void;
  close(): void;
}

/** What lays messages out. */
export interface Layout {
  /** Makes the list of an element, in its root. */
  list(root: ShadowRoot, element: PlacementElement): MessageList;
}

/** What elements show. */
export interface PlacementSource {
  messages: Messages;
  load: () => Promise<Layout>;
  report: (error: unknown) => void;
}
