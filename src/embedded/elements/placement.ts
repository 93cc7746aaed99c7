import type { EmbeddedMessage, PlacementId } from '../../api/models/embedded.js';
import type { Host } from '../../host/host.js';

/** How messages of a placement look. */
export type View = 'card' | 'banner' | 'notification';

/** Makes an element of the page's own for a message. Another one is for messages that come or change from then on. */
export type Render = (message: EmbeddedMessage) => HTMLElement | undefined;

/** A `<tidings-placement>` of the page. Its properties but `render` are what its attributes say, and the other way round. */
export interface PlacementElement extends HTMLElement {
  /** Whose messages it shows: `placement-id`. */
  placementId: string;
  /** How they look. Default: `card`. */
  view: View;
  /** How many it shows at most. Default: all. */
  limit: number | undefined;
  /** Of which project: the option of its client. Default: empty, for the first that was started. */
  project: string;
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
  /** Of which project, where a page has several: the option of its client. Default: the first that was started. */
  project?: string | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'tidings-placement': PlacementElement;
  }
}

/** Where an element shows what it has. */
export interface Room {
  root: ShadowRoot;
  /** Shows a slot in the place of messages, by its name, or none. It takes no room with nothing to show. */
  setState(name: '' | 'loading' | 'empty' | 'error'): void;
}

/** What stands in an element: the messages of its placement, or what takes their place. */
export interface PlacementContent {
  /** Hears that an attribute has changed. */
  change(attribute: string): void;
  stop(): void;
}

/** What elements show. */
export interface PlacementSource {
  host: Pick<Host, 'project'>;
  /** Shows in an element what it asks for, until that is stopped. */
  show(element: PlacementElement): PlacementContent;
}
