import type { DataFields } from '../../api/models/data-fields.js';
import type {
  InAppContent,
  InAppDisplaySettings,
  InAppMessage,
  InAppPadding,
  InboxMetadata,
  WebInAppDisplaySettings,
} from '../../api/models/in-app.js';
import { campaignsOf, type InAppBehavior, type MessageRow } from '../state/project.js';
import type { Service } from '../state/service.js';

/** The priority of a message whose campaign sets none: medium (decision 33). */
const MEDIUM_PRIORITY = 300.5;

/** An in-app template as it is rendered for a person, as far as a message shows it. */
interface RenderedInApp {
  html?: string;
  payload?: DataFields;
  inAppDisplaySettings?: Record<string, unknown>;
  webInAppDisplaySettings?: WebInAppDisplaySettings;
  inboxMetadata?: InboxMetadata;
}

/** An in-app message as an answer has it (decision 33). */
export function inAppMessage(service: Service, row: MessageRow): InAppMessage {
  const { messageId, campaignId, createdAt, expiresAt, isRead } = row;
  const rendered = row.content as RenderedInApp;
  const behavior = behaviorOf(service, row);
  const jsonOnly = behavior.jsonOnly ?? (!rendered.html && rendered.payload !== undefined);
  return {
    messageId,
    campaignId,
    createdAt,
    ...(expiresAt !== undefined && { expiresAt }),
    priorityLevel: priorityOf(service, row),
    read: isRead,
    saveToInbox: behavior.saveToInbox ?? rendered.inboxMetadata !== undefined,
    ...(rendered.payload && { customPayload: rendered.payload }),
    ...(rendered.inboxMetadata && { inboxMetadata: rendered.inboxMetadata }),
    content: shownContent(rendered, jsonOnly),
    trigger: behavior.trigger ?? { type: 'immediate' },
    messageType: 'Mobile',
    typeOfContent: 'Static',
    jsonOnly,
  };
}

/** How urgent a message is: the lower, the sooner (decision 33). */
export function priorityOf(service: Service, row: MessageRow): number {
  return behaviorOf(service, row).priorityLevel ?? MEDIUM_PRIORITY;
}

function behaviorOf(service: Service, { campaignId }: MessageRow): InAppBehavior {
  return campaignsOf(service).get(campaignId)?.inApp ?? {};
}

function shownContent(rendered: RenderedInApp, jsonOnly: boolean): InAppContent {
  return {
    ...(!jsonOnly && { html: rendered.html ?? '' }),
    inAppDisplaySettings: displaySettings(rendered.inAppDisplaySettings),
    webInAppDisplaySettings: { position: 'Center', ...rendered.webInAppDisplaySettings },
  };
}

/** Display settings with a padding on every side: in the middle of the screen unless the template says otherwise. */
function displaySettings(settings: Record<string, unknown> = { top: -1, bottom: -1 }): InAppDisplaySettings {
  const { top, right, bottom, left, ...others } = settings;
  return {
    ...(others as Pick<InAppDisplaySettings, 'bgColor' | 'shouldAnimate'>),
    top: padding(top),
    right: padding(right),
    bottom: padding(bottom),
    left: padding(left),
  };
}

/** A padding as a message has it; a template may have a number too, where -1 is as much as the content leaves. */
function padding(value: unknown): InAppPadding {
  if (typeof value === 'object' && value !== null) return value;
  if (value === -1) return { displayOption: 'AutoExpand' };
  return { percentage: typeof value === 'number' ? value : 0 };
}
