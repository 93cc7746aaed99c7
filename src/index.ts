export { createClient } from './client.js';
export type { Client } from './client.js';
export type { Told } from './telling/told.js';
export type { ClientOptions, DirectOptions, OwnOptions, RelayOptions } from './options.js';
export { ApiError, NetworkError, OptionError } from './errors.js';
export type { SdkError } from './errors.js';
export type { CommerceItem } from './api/models/commerce.js';
export type { SubscriptionsChange, UserRef } from './api/models/user.js';
export type { GetToken } from './identity/credentials.js';
export type { Consent } from './identity/visitor.js';
export type {
  TrackedCart,
  TrackedCustom,
  TrackedEvent,
  TrackedMessage,
  TrackedProfile,
  TrackedPurchase,
  TrackedSubscriptions,
} from './events/event.js';
export type { Attachable } from './host/attachable.js';
export type { IdentifyOptions } from './events/identification.js';
export type { Drop, Limits } from './events/outbox/ledger.js';
export type { Plugin } from './events/plugins.js';
export type { Recording } from './events/recording.js';
export type { Stats } from './events/recorder.js';
export type {
  CustomDetails,
  Events,
  EventsOf,
  NewPurchase,
  ProfileOptions,
  Saying,
} from './events/tracker.js';
export { updateEmail } from './update-email.js';
export { startInApp } from './in-app/in-app.js';
export type { FetchedMessage, InApp, InAppOptions, MessageState } from './in-app/in-app.js';
export type { KeepingOptions } from './in-app/keeping/keeping.js';
export type { PresentingOptions } from './in-app/presenting/presenting.js';
export type { Answers, FormTexts } from './in-app/forms.js';
export type { FormField, NativeView, Submission } from './in-app/native/native-view.js';
export type { Decision } from './in-app/presenting/candidates.js';
export type { Rule } from './in-app/presenting/rule.js';
export type { NewsSource } from './host/feed.js';
export type { InAppMessage } from './api/models/in-app.js';
export type { Inbox } from './in-app/inbox/inbox.js';
export type { InboxAttributes } from './in-app/inbox/inbox-source.js';
export type { CloseButton } from './in-app/showing/surface.js';
export type { LinkHandling, ShowOptions } from './in-app/showing/show-options.js';
export type { Texts } from './in-app/texts.js';
export { startEmbedded } from './embedded/embedded.js';
export type { Embedded, EmbeddedOptions } from './embedded/embedded.js';
export type {
  EmbeddedAction,
  EmbeddedButton,
  EmbeddedElements,
  EmbeddedMessage,
  EmbeddedMetadata,
  EmbeddedText,
  PlacementId,
} from './api/models/embedded.js';
export type { SeenDetail } from './embedded/display/impressions.js';
export type { PlacementAttributes, PlacementElement, Render, View } from './embedded/elements/placement.js';
export { startPush } from './push/push.js';
export type { Push, PushOptions } from './push/push.js';
export type { PushState } from './push/permission.js';
export type { PushClient } from './push/prompt/push-client.js';
export type { PushCategory, PushChoice, PushPromptOptions, PushTexts } from './push/prompt/prompt-options.js';
export { startContext } from './analytics/context.js';
export type { Context, ContextOptions } from './analytics/context.js';
export { startPageViews } from './analytics/page-views.js';
export type { PageViews, PageViewsOptions } from './analytics/page-views.js';
export type { RecordingClient } from './analytics/recording-client.js';
export { startSampling } from './analytics/sampling.js';
export type { Sampling, SamplingOptions } from './analytics/sampling.js';
export { startStats } from './analytics/stats.js';
export type { FieldStats } from './analytics/field-stats.js';
export type { CountingClient, FieldStatsOptions, FieldStatsTelling } from './analytics/stats.js';
