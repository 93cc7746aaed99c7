import { z } from 'zod';
import type { Webhook, WebhookUpdate } from '../../admin/operations/webhooks.js';
import { operation, type Operation } from '../operation/operation.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';
import { without } from '../operation/without-fields.js';
import { webhooksOf, type WebhookRow } from './webhook-rows.js';

const webhookUpdate = z.object({
  id: z.int(),
  endpoint: z.url({ protocol: /^https?$/, error: 'is not an http or https address' }).exactOptional(),
  enabled: z.boolean().exactOptional(),
  blastSendEnabled: z.boolean().exactOptional(),
  triggeredSendEnabled: z.boolean().exactOptional(),
  authType: z.enum(['NoAuth', 'Basic', 'OAuth2']).exactOptional(),
  authToken: z
    .string()
    .regex(/^[\x20-\x7e]*$/, 'has characters that a header cannot carry')
    .exactOptional(),
  headers: z
    .array(
      z.object({
        key: z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not the name of a header'),
        value: z.string().regex(/^[\x20-\x7e]*$/, 'has characters that a header cannot carry'),
      }),
    )
    .exactOptional(),
}) satisfies z.ZodType<WebhookUpdate>;

/** Webhooks: the addresses that the service calls when it sends. */
export const webhooks = (service: Service): Operation[] => [
  operation('GET /api/webhooks', { keys: ['server'] }, () => ({
    webhooks: [...webhooksOf(service).values()].map(shown),
  })),
  operation('POST /api/webhooks', { keys: ['server'], body: webhookUpdate }, ({ body }) => {
    const webhook = webhooksOf(service).get(body.id);
    if (!webhook) throw new Refusal('NotFound', '`id`: the project has no such webhook');
    return shown(Object.assign(webhook, body));
  }),
];

/** Adds a webhook that is off, since no operation creates one (decision 40). */
export function addWebhook(service: Service): void {
  webhooksOf(service).set(1, {
    id: 1,
    endpoint: 'http://localhost/webhook',
    enabled: false,
    blastSendEnabled: false,
    triggeredSendEnabled: false,
    authType: 'NoAuth',
  });
}

/** A webhook without what it tells your server, which the service keeps to itself. */
function shown(row: WebhookRow): Webhook {
  return without(row, 'authToken', 'headers');
}
