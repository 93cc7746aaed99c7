import type { DataFields } from './data-fields.js';
import type { Open } from './open-word.js';
import type { Timestamp } from './timestamp.js';
import type { UserRef } from './user.js';

/** Whose in-app messages for the web to get, and how many. */
export type WebInAppQuery = UserRef &
  InAppVersion & {
    /** How many messages at most. */
    count: number;
  };

/** Whose in-app messages to get, how many, and for which platform. */
export type InAppQuery = WebInAppQuery & InAppPlatform;

/** Whose most urgent in-app message to get, and for which platform. */
export type PriorityInAppQuery = UserRef & InAppVersion & InAppPlatform;

/** Which app asks for messages, and of which version. */
export interface InAppVersion {
  /** The app's package name, or the site's; without it, messages of every app come. */
  packageName?: string;
  /** The version of the library that will show the messages. */
  SDKVersion?: string;
}

/** What kind of device asks for messages. */
export interface InAppPlatform {
  platform?: 'iOS' | 'Android' | 'Web' | 'OTT';
}

/** The in-app messages of a user. */
export interface InAppMessages {
  inAppMessages: InAppMessage[];
}

/** A message that interrupts, or waits in the inbox. */
export interface InAppMessage {
  messageId: string;
  campaignId?: number;
  createdAt?: Timestamp;
  expiresAt?: Timestamp;
  /** The lower, the sooner: critical is 100.5, high 200.5, medium 300.5, low 400.5. */
  priorityLevel?: number;
  /** Whether the user has opened it. */
  read?: boolean;
  /** Whether it stays in the inbox after it was shown. */
  saveToInbox?: boolean;
  customPayload?: DataFields;
  /** How the message looks in the inbox. */
  inboxMetadata?: InboxMetadata;
  content?: InAppContent;
  /** What shows the message. */
  trigger?: InAppTrigger;
  messageType?: string;
  typeOfContent?: string;
  /** Whether there is nothing to show, only `customPayload`. */
  jsonOnly: boolean;
  /** What a connected TV shows. */
  ottPayload?: TvContent;
}

/** `immediate` shows by itself, `event` waits for an event, `never` waits in the inbox. */
export interface InAppTrigger {
  type?: Open<'immediate' | 'event' | 'never'>;
}

/** How a message is listed in an inbox. */
export interface InboxMetadata {
  title?: string;
  subtitle?: string;
  /** Where the icon is. */
  icon?: string;
}

/** What an in-app message shows, and how. */
export interface InAppContent {
  /** The message itself; absent when it is JSON only. */
  html?: string;
  inAppDisplaySettings?: InAppDisplaySettings;
  webInAppDisplaySettings?: WebInAppDisplaySettings;
  /** What a connected TV shows. */
  ottPayload?: TvContent;
}

/** How a message is laid over the screen. */
export interface InAppDisplaySettings {
  bgColor?: BackgroundColor;
  top?: InAppPadding;
  right?: InAppPadding;
  bottom?: InAppPadding;
  left?: InAppPadding;
  /** Whether it slides in and out. */
  shouldAnimate?: boolean;
}

/** The colour behind a message. */
export interface BackgroundColor {
  /** From 0, clear, to 1, opaque. */
  alpha?: number;
  /** Such as `#336699`. */
  hex?: string;
}

/** The space left free at one side: a share of the screen, or as much as the content leaves. */
export interface InAppPadding {
  /** Of the screen, from 0 to 100. */
  percentage?: number;
  displayOption?: Open<'AutoExpand'>;
}

/** Where a message stands in a web page. */
export interface WebInAppDisplaySettings {
  position?: Open<InAppPosition>;
}

/** Where on a page a message is shown. */
export type InAppPosition =
  | 'Center'
  | 'Full'
  | 'Top'
  | 'Bottom'
  | 'TopLeft'
  | 'TopRight'
  | 'BottomLeft'
  | 'BottomRight';

/** What a connected TV shows. */
export interface TvContent {
  backgroundColor?: string;
  textColor?: string;
  dialogHeader?: string;
  dialogHeaderFont?: string;
  dialogText?: string;
  dialogBodyFont?: string;
  dialogButtonFont?: string;
  /** Where the picture in full high definition is. */
  fhd_image?: string;
  buttons?: TvButton[];
}

/** A button on a connected TV. */
export interface TvButton {
  buttonText: string;
  /** Where it leads in the app. */
  buttonDeeplink: string;
  buttonBorderColor: string;
  buttonColorFocused: string;
  buttonColorUnFocused: string;
  buttonTextColorFocused: string;
  buttonTextColorUnFocused: string;
}
