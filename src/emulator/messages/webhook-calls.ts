import { z } from 'zod';
import { dataFields } from '../operation/schemas.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { webhooksOf, type WebhookRow } from './webhook-rows.js';
import type { CampaignRow } from '../state/project.js';
import type { MessageTypeRow } from '../state/subscribable.js';
import type { EventRecord } from '../events/event-record.js';
import type { Service } from '../state/service.js';

/** How often a webhook is called before the service gives up. */
const ATTEMPTS = 3;
/** How long a webhook may take to answer, in milliseconds. */
const TIMEOUT = 10_000;
/** How a webhook's call names its caller. */
const USER_AGENT = 'tidings-emulator';

/** A message that was sent, as webhooks are told of it. */
export interface SentMessage {
  campaign: CampaignRow;
  /** The event of its being sent. */
  event: EventRecord;
  messageType?: MessageTypeRow | undefined;
  /** What the call that sent it wants handed back. */
  metadata?: DataFields | undefined;
}

/** A webhook that was called, and how that went. */
export const webhookCall = z.object({
  id: z.number(),
  webhookId: z.number(),
  endpoint: z.string(),
  payload: dataFields,
  attempts: z.number(),
  /** The status of the last answer; none when there was none. */
  status: z.number().exactOptional(),
});
/** A webhook that was called, and how that went. */
export type WebhookCall = z.infer<typeof webhookCall>;

/** The calls of webhooks, oldest first. */
export const webhookCallsOf = (service: Service) => service.tables.table<WebhookCall>('webhookCalls');

/** Whether a request is a webhook's call that came back to the emulator: one that sends could go on without end. */
export function isWebhookCall({ headers }: Request): boolean {
  return !!headers.get('User-Agent')?.includes(USER_AGENT);
}

/** Tells every webhook that wants to know that a message was sent; `settle` waits for their answers. */
export function callWebhooks(service: Service, sent: SentMessage): void {
  const payload = payloadOf(sent);
  for (const webhook of webhooksOf(service).values()) {
    if (!isFor(webhook, sent)) continue;
    const { id: webhookId, endpoint } = webhook;
    const call = { id: service.tables.nextId(), webhookId, endpoint, payload, attempts: 0 };
    webhookCallsOf(service).set(call.id, call);
    service.pending(deliver(service, webhook, call));
  }
}

function isFor(
  { enabled, blastSendEnabled, triggeredSendEnabled, channelIds, messageTypeIds }: WebhookRow,
  { campaign, messageType }: SentMessage,
): boolean {
  const isEnabled = campaign.type === 'Blast' ? blastSendEnabled : triggeredSendEnabled;
  const takes = (ids: number[] | undefined, id: number | undefined) => {
    return !ids?.length || (id !== undefined && ids.includes(id));
  };
  return (
    enabled &&
    isEnabled &&
    takes(channelIds, messageType?.channelId) &&
    takes(messageTypeIds, messageType?.id)
  );
}

function payloadOf({ campaign, event, metadata }: SentMessage): DataFields {
  const { type, email, userId, createdAt, fields } = event;
  return {
    eventName: type,
    ...(email !== undefined && { email }),
    ...(userId !== undefined && { userId }),
    dataFields: {
      ...fields,
      campaignName: campaign.name,
      createdAt: new Date(createdAt).toISOString(),
      ...(metadata && { metadata }),
    },
  };
}

/** Calls a webhook until it answers that it got the message, or the attempts are used up. */
async function deliver(service: Service, webhook: WebhookRow, call: WebhookCall): Promise<void> {
  while (call.attempts < ATTEMPTS) {
    call.attempts += 1;
    const status = await statusOf(service, webhook, call.payload);
    if (status !== undefined) call.status = status;
    const isTransient = status === undefined || status === 429 || status >= 500;
    if (!isTransient) return;
  }
}

async function statusOf(
  service: Service,
  { endpoint, authType, authToken, headers = [] }: WebhookRow,
  payload: DataFields,
): Promise<number | undefined> {
  const schemes = { NoAuth: undefined, Basic: 'Basic', OAuth2: 'Bearer' };
  const scheme = schemes[authType];
  try {
    const response = await service.fetch(endpoint, {
      method: 'POST',
      // Only who answers itself has got the message; what is meant for it is not carried elsewhere.
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        ...Object.fromEntries(headers.map(({ key, value }) => [key, value])),
        ...(scheme && { Authorization: `${scheme} ${authToken ?? ''}` }),
        'User-Agent': USER_AGENT,
      },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    // However long the body is, nobody reads it.
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined; // No answer: the next attempt may get one, and the call's row says when none did.
  }
}
