import ky, { HTTPError } from 'ky';
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
async function deliver({ fetch }: Service, webhook: WebhookRow, call: WebhookCall): Promise<void> {
  try {
    await ky.post(call.endpoint, {
      fetch,
      json: call.payload,
      headers: headersOf(webhook),
      timeout: TIMEOUT,
      // Only who answers itself has got the message; what is meant for it is not carried elsewhere.
      redirect: 'manual',
      retry: { limit: ATTEMPTS - 1, methods: ['post'], delay: () => 0, shouldRetry },
      hooks: {
        beforeRequest: [() => void (call.attempts += 1)],
        // However long the body is, nobody reads it: ky cancels that of an answer that another takes the place of.
        afterResponse: [
          (_request, _options, { status }) => new Response(null, { status: (call.status = status) }),
        ],
      },
    });
  } catch {
    // Nobody took it: the call's row says how often it was tried, and what was answered.
  }
}

/** Whether another attempt may get the message there: the one before got no answer, or one that says so. */
function shouldRetry({ error }: { error: Error }): boolean {
  if (!(error instanceof HTTPError)) return true;
  const { status } = error.response;
  return status === 429 || status >= 500;
}

function headersOf({ authType, authToken = '', headers = [] }: WebhookRow): Record<string, string> {
  const schemes = { NoAuth: undefined, Basic: 'Basic', OAuth2: 'Bearer' };
  const scheme = schemes[authType];
  return {
    ...Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    ...(scheme && { Authorization: `${scheme} ${authToken}` }),
    'User-Agent': USER_AGENT,
  };
}
