import { z } from 'zod';
import type { Service } from './service.js';

/** A channel of subscriptions, such as marketing emails. */
export const channelRow = z.object({
  id: z.number(),
  name: z.string(),
  channelType: z.enum(['Marketing', 'Transactional']),
  messageMedium: z.enum(['Email', 'Push', 'SMS']),
});
/** A channel of subscriptions, such as marketing emails. */
export type ChannelRow = z.infer<typeof channelRow>;

/** A kind of message that people subscribe to and unsubscribe from. */
export const messageTypeRow = z.object({
  id: z.number(),
  name: z.string(),
  channelId: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  subscriptionPolicy: z.enum(['OptIn', 'OptOut']),
  frequencyCap: z.object({ days: z.number(), messages: z.number() }).exactOptional(),
  rateLimitPerMinute: z.number().exactOptional(),
});
/** A kind of message that people subscribe to and unsubscribe from. */
export type MessageTypeRow = z.infer<typeof messageTypeRow>;

/** A list of people. */
export const listRow = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().exactOptional(),
  createdAt: z.number(),
  listType: z.enum(['Standard', 'Dynamic', 'Suppression', 'Internal']),
  isGlobalSuppressionEnabled: z.boolean().exactOptional(),
  /** Who is on it, by number. */
  members: z.array(z.number()),
});
/** A list of people. */
export type ListRow = z.infer<typeof listRow>;

/** Every channel of subscriptions, by number. */
export const channelsOf = (service: Service) => service.tables.table<ChannelRow>('channels');
/** Every message type, by number. */
export const messageTypesOf = (service: Service) => service.tables.table<MessageTypeRow>('messageTypes');
/** Every list, by number. */
export const listsOf = (service: Service) => service.tables.table<ListRow>('lists');
