import type { DataFields } from './data-fields.js';
import type { Open } from './open-word.js';
import type { UserRef } from './user.js';

/** The id of a placement; compare two as texts, since it comes as a number or as a text. */
export type PlacementId = number | string;

/** Whose embedded messages to get, and for which placements. */
export type EmbeddedQuery = UserRef & {
  /** The placements to get messages for. Default: all that have any. */
  placementId?: PlacementId | PlacementId[];
  /** The same as `placementId`, for a deployment that knows it by this name. */
  placementIds?: PlacementId[];
  /** Messages the caller holds; they come back without `elements` while the user may still see them. */
  currentMessageIds?: string[];
  platform?: string;
  /** The version of the library that will show the messages. */
  sdkVersion?: string;
  /** The app's package name, or the site's. */
  packageName?: string;
};

/** The messages a user may see, by placement. */
export interface EmbeddedMessages {
  placements?: EmbeddedPlacement[];
}

/** A place set aside for messages, and those in it. */
export interface EmbeddedPlacement {
  placementId: PlacementId;
  embeddedMessages: EmbeddedMessage[];
}

/** A message that waits in a place set aside for it. */
export interface EmbeddedMessage {
  metadata: EmbeddedMetadata;
  /** What to show; absent when the caller said that it holds the message. */
  elements?: EmbeddedElements;
  payload?: DataFields;
}

/** What is known of an embedded message beside its words. */
export interface EmbeddedMetadata {
  messageId: string;
  placementId: PlacementId;
  campaignId?: number;
  /** Whether it was sent to test; nothing is recorded of it. */
  isProof?: boolean;
  /** Its rank in the placement; 1 is the highest. */
  priorityOrder?: number;
}

/** What a message shows; only what was filled in is there. */
export interface EmbeddedElements {
  title?: string;
  body?: string;
  /** Two at most. */
  buttons?: EmbeddedButton[];
  /** What a click beside the buttons does. */
  defaultAction?: EmbeddedAction;
  /** Where the picture is. */
  mediaUrl?: string;
  /** What the picture shows, in words. */
  mediaUrlCaption?: string;
  text?: EmbeddedText[];
}

/** A button of an embedded message. */
export interface EmbeddedButton {
  id?: string;
  title?: string;
  action?: EmbeddedAction;
}

/** What a click does: `openUrl` opens `data`; any other `type` is the address of an action of your own. */
export interface EmbeddedAction {
  type?: Open<'openUrl'>;
  /** The whole address to open; empty for an action of your own. */
  data?: string;
}

/** A text beside title and body, under a label that the placement sets. */
export interface EmbeddedText {
  id?: string;
  label?: string;
  text?: string;
}
