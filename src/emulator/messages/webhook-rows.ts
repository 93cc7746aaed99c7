import { z } from 'zod';
import type { Service } from '../state/service.js';

/** An address that the service calls when it sends. */
export const webhookRow = z.object({
  id: z.number(),
  endpoint: z.string(),
  enabled: z.boolean(),
  blastSendEnabled: z.boolean(),
  triggeredSendEnabled: z.boolean(),
  authType: z.enum(['NoAuth', 'Basic', 'OAuth2']),
  /** What the service tells your server, after the name of the scheme. */
  authToken: z.string().exactOptional(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })).exactOptional(),
  /** The channels it is called for. Default: all. */
  channelIds: z.array(z.number()).exactOptional(),
  /** The message types it is called for. Default: all. */
  messageTypeIds: z.array(z.number()).exactOptional(),
});
/** An address that the service calls when it sends. */
export type WebhookRow = z.infer<typeof webhookRow>;

/** The webhooks of the project. */
export const webhooksOf = (service: Service) => service.tables.table<WebhookRow>('webhooks');
