/** Names of the events that the service records by itself, which nobody tracks as events of their own. */
export const OWN_EVENT_NAMES: ReadonlySet<string> = new Set(
  [
    'emailSend emailOpen emailClick hostedUnsubscribeClick emailComplaint emailBounce emailSendSkip',
    'emailSubscribe emailUnSubscribe pushSend pushOpen pushUninstall pushBounce pushSendSkip',
    'inAppSend inAppOpen inAppClick inAppClose inAppDelete inAppDelivery inAppSendSkip inAppRecall',
    'inboxSession inboxMessageImpression smsSend smsBounce smsClick smsReceived smsSendSkip smsUsageInfo',
    'webPushSend webPushClick webPushSendSkip embeddedSend embeddedSendSkip embeddedClick embeddedReceived',
    'embeddedImpression embeddedSession unknownSession journeyExit chatAppBounce chatAppClick chatAppReceived',
    'chatAppSeen chatAppSend chatAppSendSkip chatAppUsageInfo',
  ].flatMap((line) => line.split(' ')),
);
