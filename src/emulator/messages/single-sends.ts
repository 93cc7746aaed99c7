import { z } from 'zod';
import type {
  RcsSend,
  RecipientRef,
  SingleSend,
  SingleSendWithMetadata,
} from '../../admin/operations/single-sends.js';
import { success } from '../operation/answers.js';
import { campaignsOf, type CampaignRow, type Medium } from '../state/project.js';
import { operation, type Operation } from '../operation/operation.js';
import { checkRef, findPerson, presentPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { Refusal } from '../operation/refusal.js';
import { cancelOperation, keepScheduled, settleScheduled, type SendOrder } from './scheduled-sends.js';
import { dataFields, recipient } from '../operation/schemas.js';
import { sendMessage } from './sending.js';
import type { Service } from '../state/service.js';
import { DAY, utcTime } from '../time.js';

/** How far ahead a message may be scheduled, in milliseconds (Limits of the document). */
const MAX_AHEAD = 365 * DAY;

/** What RCS writes after the time, and no other medium does. */
const UTC_OFFSET = ' +0000';

const sendTime = (suffix: string) =>
  z
    .string()
    .refine(
      (text) => timeOf(text, suffix) !== undefined,
      `is not a time written as YYYY-MM-DD HH:MM:SS${suffix}`,
    );

const sendOptions = z.object({
  campaignId: z.int(),
  dataFields: dataFields.exactOptional(),
  allowRepeatMarketingSends: z.boolean().exactOptional(),
  sendAt: sendTime('').exactOptional(),
});

const singleSend = recipient.and(sendOptions) satisfies z.ZodType<SingleSend>;
const sendWithMetadata = recipient.and(
  sendOptions.extend({ metadata: dataFields.exactOptional() }),
) satisfies z.ZodType<SingleSendWithMetadata>;
const rcsSend = recipient.and(
  sendOptions.extend({ sendAt: sendTime(UTC_OFFSET).exactOptional() }),
) satisfies z.ZodType<RcsSend>;

/** The name in the routes of each medium, the medium, and what its `target` takes. */
const targets: [name: string, medium: Medium, body: z.ZodType<SingleSendWithMetadata>][] = [
  ['email', 'Email', sendWithMetadata],
  ['push', 'Push', sendWithMetadata],
  ['webPush', 'WebPush', singleSend],
  ['sms', 'SMS', singleSend],
  ['rcs', 'RCS', rcsSend],
  ['chatApp', 'ChatApp', singleSend],
  ['inApp', 'InApp', singleSend],
];

/** The medium whose campaigns another sends too, which has no templates of its own to make any with. */
const standIns: Partial<Record<Medium, Medium>> = { WebPush: 'Push', RCS: 'SMS', ChatApp: 'SMS' };

/** Messages to one user, by each medium: now, or at a time until which they can be cancelled. */
export function singleSends(service: Service): Operation[] {
  service.clock.on<{ id: number; order: SendOrder }>('singleSend', ({ id, order }) => {
    settleScheduled(service, id);
    send(service, order);
  });

  return targets.flatMap(([name, medium, body]) => [
    operation(`POST /api/${name}/target`, { keys: ['server'], body }, ({ body: sending }) =>
      target(service, medium, sending),
    ),
    cancelOperation(service, name, medium),
  ]);
}

/** Takes a message to send; the answer is a receipt, with the number to cancel it by when it has to wait. */
function target(service: Service, medium: Medium, sending: SingleSendWithMetadata) {
  const campaign = campaignFor(service, medium, sending.campaignId);
  const person = recipientOf(service, sending);
  const at = sending.sendAt === undefined ? 0 : (timeOf(sending.sendAt, suffixOf(medium)) ?? 0);
  if (at > service.clock.now() + MAX_AHEAD) {
    throw new Refusal('BadParams', '`sendAt` is more than 365 days ahead');
  }
  const order: SendOrder = {
    medium,
    campaignId: campaign.id,
    personId: person.id,
    allowRepeat: sending.allowRepeatMarketingSends ?? true,
    ...(sending.dataFields && { dataFields: sending.dataFields }),
    ...(sending.metadata && { metadata: sending.metadata }),
  };
  if (at > service.clock.now()) return success(keepScheduled(service, order, at), 'Scheduled');
  service.later(() => send(service, order));
  return success(null, 'Received');
}

function send(service: Service, { campaignId, personId, ...rest }: SendOrder): void {
  const campaign = campaignsOf(service).get(campaignId);
  const person = presentPerson(service, { id: personId });
  // Whoever was deleted since the call gets nothing, and has no history to say so in.
  if (campaign && person) sendMessage(service, { campaign, person, ...rest });
}

function campaignFor(service: Service, medium: Medium, campaignId: number): CampaignRow {
  const campaign = campaignsOf(service).get(campaignId);
  if (!campaign) throw new Refusal('BadParams', '`campaignId`: the project has no such campaign');
  if (campaign.messageMedium !== medium && campaign.messageMedium !== standIns[medium]) {
    throw new Refusal(
      'BadParams',
      `\`campaignId\`: the campaign sends ${campaign.messageMedium}, not ${medium}`,
    );
  }
  if (campaign.type === 'Triggered') return campaign;
  throw new Refusal('BadParams', '`campaignId`: a blast is not sent to one user; name a triggered campaign');
}

function recipientOf(service: Service, { recipientEmail, recipientUserId }: RecipientRef): Person {
  const ref = recipientEmail === undefined ? { userId: recipientUserId } : { email: recipientEmail };
  checkRef(service, ref);
  const person = findPerson(service, ref);
  if (person) return person;
  if (recipientEmail !== undefined)
    throw new Refusal('UnknownEmailError', '`recipientEmail`: no user has this email');
  throw new Refusal('UnknownUserIdError', '`recipientUserId`: no user has this id');
}

function suffixOf(medium: Medium): string {
  return medium === 'RCS' ? UTC_OFFSET : '';
}

/** The moment that a text names when it ends as its medium has it; none for another text. */
function timeOf(text: string, suffix: string): number | undefined {
  return text.endsWith(suffix) ? utcTime(text.slice(0, text.length - suffix.length)) : undefined;
}
