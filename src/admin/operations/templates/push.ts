import { readTemplate, readTemplateIds } from '../../calling/mended-answers.js';
import type { DataFields } from '../../../api/models/data-fields.js';
import type { Operation } from '../../calling/operation.js';
import { mustSay } from '../../calling/said-answer.js';
import type { Envelope } from '../../../api/models/envelope.js';
import type { Open } from '../../../api/models/open-word.js';
import type {
  CampaignTemplateRecord,
  TemplateBasics,
  TemplateChange,
  TemplateProof,
  TemplateRef,
  TemplateUpsert,
  UpsertedTemplates,
} from './template.js';

/** Push templates. */
export const pushTemplates = (operation: Operation) => ({
  /** A push template. */
  get: operation<TemplateRef, PushTemplate>('GET /api/templates/push/get', {
    mend: readTemplate,
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** Changes the fields of a push template that are sent. */
  update: operation<PushTemplateUpdate, Envelope>('POST /api/templates/push/update', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
  /** Changes the push templates that share your own id, or creates one. */
  upsert: operation<PushTemplateUpsert, UpsertedTemplates>('POST /api/templates/push/upsert', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: readTemplateIds,
  }),
  /** Sends a push message to one user to see how it turns out. */
  proof: operation<TemplateProof, Envelope>('POST /api/templates/push/proof', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
    limit: { limit: 20, per: 'second', scope: 'apiKey' },
  }),
});

/** What a push message says, and how it behaves. */
export interface PushContent extends TemplateBasics {
  title?: string;
  message?: string;
  /** What the app's icon counts. */
  badge?: string;
  /** The sound to play. */
  sound?: string;
  /** Three at most. */
  buttons?: PushButton[];
  /** Where a click leads in the app. */
  deeplink?: PlatformTexts;
  /** Where the picture or film is. */
  richMedia?: PlatformTexts;
  /** How much iOS may interrupt. */
  interruptionLevel?: Open<InterruptionLevel>;
  /** From 0 to 1, for iOS 15 and later to sort by. */
  relevanceScore?: number;
  /** Reach the app without showing anything. */
  isSilentPush?: boolean;
  /** Wake the app when the message comes. */
  wake?: boolean;
  payload?: DataFields;
  dataFeedIds?: number[];
  /** Keep what the data feeds answer for an hour. */
  cacheDataFeed?: boolean;
  /** Data feeds are written `{{field}}` when true, `[[field]]` when false. */
  mergeDataFeedContext?: boolean;
}

/** What a push template is to hold. */
export interface NewPushContent extends PushContent {
  /** Three at most. */
  buttons?: NewPushButton[];
  /** How much iOS may interrupt. */
  interruptionLevel?: InterruptionLevel;
}

/** How much a push message may disturb. */
export type InterruptionLevel = 'passive' | 'active' | 'time-sensitive' | 'critical';

/** A text for each platform. */
export interface PlatformTexts {
  ios?: string;
  android?: string;
}

/** A button of a push message. */
export interface PushButton {
  /** Told to the app when it is clicked. */
  identifier: string;
  title: string;
  /** Whether a click opens the app. */
  openApp: boolean;
  /** Default: `default`. */
  buttonType?: Open<PushButtonType>;
  /** What a click does. */
  action?: PushAction;
  actionIcon?: ActionIcon;
  /** What an empty text field says. */
  inputPlaceholder?: string;
  /** The title of the button that sends the text. */
  inputTitle?: string;
  /** Whether the device has to be unlocked first. */
  requiresUnlock?: boolean;
}

/** A button a push template is to hold. */
export interface NewPushButton extends PushButton {
  /** Default: `default`. */
  buttonType?: PushButtonType;
}

/** How a button of a push message looks and acts. */
export type PushButtonType = 'default' | 'destructive' | 'textInput';

/** What a click does: `openUrl` opens `data`; any other `type` is an action of your own. */
export interface PushAction {
  type?: Open<'openUrl'>;
  data?: string;
}

/** The picture on a button. */
export interface ActionIcon {
  iconType: string;
  imageName: string;
}

/** A push message's template. */
export interface PushTemplate extends PushContent, CampaignTemplateRecord {}

/** A push message's template, and what to change of it. */
export interface PushTemplateUpdate extends NewPushContent, TemplateChange {}

/** A push message's template to write, whether it is there or not. */
export type PushTemplateUpsert = NewPushContent & TemplateUpsert;
