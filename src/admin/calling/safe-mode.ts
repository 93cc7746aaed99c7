import { OptionError } from '../../errors.js';

/** The operations that send messages to people, or let them go out. */
export const SENDS: readonly string[] = [
  'POST /api/campaigns/activateTriggered',
  'POST /api/campaigns/create',
  'POST /api/campaigns/trigger',
  'POST /api/campaigns/{campaignId}/schedule',
  'POST /api/campaigns/{campaignId}/send',
  'POST /api/chatApp/target',
  'POST /api/email/target',
  'POST /api/inApp/target',
  'POST /api/push/target',
  'POST /api/rcs/target',
  'POST /api/sms/target',
  'POST /api/subscriptions/subscribeToDoubleOptIn',
  'POST /api/templates/email/proof',
  'POST /api/templates/inapp/proof',
  'POST /api/templates/push/proof',
  'POST /api/templates/sms/proof',
  'POST /api/verify/sms/begin',
  'POST /api/webPush/target',
  'POST /api/workflows/triggerWorkflow',
];

/** Refuses a call that sends messages to people. */
export function refuseSend(operation: string): void {
  if (!SENDS.includes(operation)) return;
  throw new OptionError(`${operation} sends messages to people, and \`safeMode\` is on`);
}
