import { z } from 'zod';
import type { EmailTemplateUpdate, EmailTemplateUpsert } from '../../admin/operations/templates/email.js';
import type {
  EmbeddedTemplateUpdate,
  EmbeddedTemplateUpsert,
} from '../../admin/operations/templates/embedded.js';
import type { InAppTemplateUpdate, InAppTemplateUpsert } from '../../admin/operations/templates/in-app.js';
import type { PushTemplateUpdate, PushTemplateUpsert } from '../../admin/operations/templates/push.js';
import type { SmsTemplateUpdate, SmsTemplateUpsert } from '../../admin/operations/templates/sms.js';
import type {
  TemplateBasics,
  TemplateChange,
  TemplateUpsert,
} from '../../admin/operations/templates/template.js';
import type { InAppPosition } from '../../api/models/in-app.js';
import { timeAfter } from '../rendering/expiry.js';
import { utcText } from '../operation/moments.js';
import { dataFields, email } from '../operation/schemas.js';

/** The most buttons a push shows, and those an embedded message does (Limits of the document). */
const MAX_PUSH_BUTTONS = 3;
const MAX_EMBEDDED_BUTTONS = 2;

const text = z.string().exactOptional();
const flag = z.boolean().exactOptional();

/** A language tag such as `de-DE`. */
export const locale = z.string().refine((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false; // What `Intl` throws says no more.
  }
}, 'is no language tag such as `de-DE`');

const basics = z.object({
  name: z.string().min(1).max(255).exactOptional(),
  clientTemplateId: z.string().min(1).max(255).exactOptional(),
  messageTypeId: z.int().exactOptional(),
  locale: locale.exactOptional(),
  isDefaultLocale: flag,
  campaignDataFields: dataFields.exactOptional(),
}) satisfies z.ZodType<TemplateBasics>;

const change = { templateId: z.int() } satisfies Record<keyof TemplateChange, z.ZodType>;
const upsert = { clientTemplateId: z.string().min(1).max(255), creatorUserId: text } satisfies Record<
  keyof TemplateUpsert,
  z.ZodType
>;

const linkParams = z.array(z.object({ key: z.string(), value: z.string() })).exactOptional();
const feeds = {
  dataFeedIds: z.array(z.int()).exactOptional(),
  cacheDataFeed: flag,
  mergeDataFeedContext: flag,
};

const emailContent = basics.extend({
  fromName: text,
  fromEmail: email.exactOptional(),
  replyToEmail: email.exactOptional(),
  ccEmails: z.array(email).exactOptional(),
  bccEmails: z.array(email).exactOptional(),
  subject: text,
  preheaderText: text,
  html: text,
  plainText: text,
  linkParams,
  googleAnalyticsCampaignName: text,
  dataFeedId: z.int().exactOptional(),
  ...feeds,
});

const pushAction = z.object({ type: text, data: text });
const pushButton = z.object({
  identifier: z.string(),
  title: z.string(),
  openApp: z.boolean(),
  buttonType: z.enum(['default', 'destructive', 'textInput']).exactOptional(),
  action: pushAction.exactOptional(),
  actionIcon: z.object({ iconType: z.string(), imageName: z.string() }).exactOptional(),
  inputPlaceholder: text,
  inputTitle: text,
  requiresUnlock: flag,
});
const platformTexts = z.object({ ios: text, android: text });

const pushContent = basics.extend({
  title: text,
  message: text,
  badge: text,
  sound: text,
  buttons: z.array(pushButton).max(MAX_PUSH_BUTTONS).exactOptional(),
  deeplink: platformTexts.exactOptional(),
  richMedia: platformTexts.exactOptional(),
  interruptionLevel: z.enum(['passive', 'active', 'time-sensitive', 'critical']).exactOptional(),
  relevanceScore: z
    .number()
    .transform((score) => Math.min(Math.max(score, 0), 1))
    .exactOptional(),
  isSilentPush: flag,
  wake: flag,
  payload: dataFields.exactOptional(),
  ...feeds,
});

const smsContent = basics.extend({
  message: text,
  imageUrl: text,
  linkParams,
  googleAnalyticsCampaignName: text,
});

/** A share of the screen, or -1 for as much as the content leaves. */
const padding = z
  .union([
    z.number().refine((share) => share === -1 || (share >= 0 && share <= 100), 'is not -1 or a percentage'),
    z.object({ percentage: z.number().min(0).max(100).exactOptional(), displayOption: text }),
  ])
  .exactOptional();

const displaySettings = z.object({
  bgColor: z.object({ alpha: z.number().min(0).max(1).exactOptional(), hex: text }).exactOptional(),
  top: padding,
  right: padding,
  bottom: padding,
  left: padding,
  shouldAnimate: flag,
});

/** Where on a page an in-app message stands. */
export const inAppPosition = z.enum([
  'Center',
  'Full',
  'Top',
  'Bottom',
  'TopLeft',
  'TopRight',
  'BottomLeft',
  'BottomRight',
]) satisfies z.ZodType<InAppPosition>;

const inAppContent = basics.extend({
  html: text,
  payload: dataFields.exactOptional(),
  inAppDisplaySettings: displaySettings.exactOptional(),
  webInAppDisplaySettings: z.object({ position: inAppPosition.exactOptional() }).exactOptional(),
  inboxMetadata: z.object({ title: text, subtitle: text, icon: text }).exactOptional(),
  expirationDateTime: utcText.exactOptional(),
  expirationDuration: z
    .string()
    .refine((expression) => timeAfter(expression, 0) !== undefined, 'is not an expression such as `now+90d`')
    .exactOptional(),
});

const embeddedAction = z.object({ type: text, data: text });

const embeddedContent = basics.extend({
  title: text,
  body: text,
  placementId: z.int().exactOptional(),
  payload: dataFields.exactOptional(),
  elements: z
    .object({
      buttons: z
        .array(z.object({ id: text, title: text, action: embeddedAction.exactOptional() }))
        .max(MAX_EMBEDDED_BUTTONS)
        .exactOptional(),
      defaultAction: embeddedAction.exactOptional(),
      mediaUrl: text,
      mediaUrlCaption: text,
      text: z.array(z.object({ id: text, label: text, text })).exactOptional(),
    })
    .exactOptional(),
});

/** What each channel's templates are changed and upserted with. */
export const templateSchemas = {
  email: {
    update: emailContent.extend(change) satisfies z.ZodType<EmailTemplateUpdate>,
    upsert: emailContent.extend(upsert) satisfies z.ZodType<EmailTemplateUpsert>,
  },
  embedded: {
    update: embeddedContent.extend(change) satisfies z.ZodType<EmbeddedTemplateUpdate>,
    upsert: embeddedContent.extend(upsert) satisfies z.ZodType<EmbeddedTemplateUpsert>,
  },
  inApp: {
    update: inAppContent.extend(change) satisfies z.ZodType<InAppTemplateUpdate>,
    upsert: inAppContent.extend(upsert) satisfies z.ZodType<InAppTemplateUpsert>,
  },
  push: {
    update: pushContent.extend(change) satisfies z.ZodType<PushTemplateUpdate>,
    upsert: pushContent.extend(upsert) satisfies z.ZodType<PushTemplateUpsert>,
  },
  sms: {
    update: smsContent.extend(change) satisfies z.ZodType<SmsTemplateUpdate>,
    upsert: smsContent.extend(upsert) satisfies z.ZodType<SmsTemplateUpsert>,
  },
};
