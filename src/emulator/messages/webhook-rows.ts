import type { Service } from '../state/service.js';

/** An address that the service calls when it sends. */
export interface WebhookRow {
  id: number;
  endpoint: string;
  enabled: boolean;
  blastSendEnabled: boolean;
  triggeredSendEnabled: boolean;
  authType: 'NoAuth' | 'Basic' | 'OAuth2';
  /** What the service tells your server, after the name of the scheme. */
  authToken?: string;
  headers?: { key: string; value: string }[];
  /** The channels it is called for. Default: all. */
  channelIds?: number[];
  /** The message types it is called for. Default: all. */
  messageTypeIds?: number[];
}

/** The webhooks of the project. */
export const webhooksOf = (service: Service) => service.tables.table<WebhookRow>('webhooks');
