import type { Operation } from '../calling/operation.js';
import type { Open } from '../../api/models/open-word.js';

/** Webhooks: your addresses that the service calls when it sends. */
export const webhooks = (operation: Operation) => ({
  /** Lists every webhook of the project. */
  list: operation<void, { webhooks: Webhook[] }>('GET /api/webhooks'),
  /** Updates the fields of a webhook that are sent; cannot create one. */
  update: operation<WebhookUpdate, Webhook>('POST /api/webhooks', {
    reachesPeople: false,
    retry: 'repeatable',
  }),
});

/** A webhook, and what to change of it. */
export interface WebhookUpdate {
  id: number;
  /** The address to call. */
  endpoint?: string;
  enabled?: boolean;
  /** Call it for blasts. */
  blastSendEnabled?: boolean;
  /** Call it for triggered campaigns. */
  triggeredSendEnabled?: boolean;
  /** How the service tells your server who it is. */
  authType?: 'NoAuth' | 'Basic' | 'OAuth2';
  /** What it tells, as `authType` needs it. */
  authToken?: string;
  /** Headers to send along. */
  headers?: { key: string; value: string }[];
}

/** An address of yours that the service calls when it sends. */
export interface Webhook {
  id: number;
  /** The address that is called. */
  endpoint: string;
  enabled: boolean;
  /** Whether it is called for blasts. */
  blastSendEnabled: boolean;
  /** Whether it is called for triggered campaigns. */
  triggeredSendEnabled: boolean;
  authType: Open<'NoAuth' | 'Basic' | 'OAuth2'>;
  /** The channels it is called for. */
  channelIds?: number[];
  /** The message types it is called for. */
  messageTypeIds?: number[];
}
