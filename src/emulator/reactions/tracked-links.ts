import { z } from 'zod';
import { operation, type Operation } from '../operation/operation.js';
import { Refusal } from '../operation/refusal.js';
import { messagesOf, type MessageRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import { react } from './reactions.js';

/** A transparent picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const messagePath = z.object({ messageId: z.string() });

/**
 * What messages lead back to: the pixel that tells of an opening, and their links.
 *
 * Whoever has the message may follow them, without a key. A link leads nowhere but to where it led in the message.
 * Only a GET says that something happened: a HEAD just looks.
 */
export const trackedLinks = (service: Service): Operation[] => [
  operation(
    'GET /_messages/{messageId}/pixel.gif',
    { keys: [], path: messagePath },
    ({ path: { messageId }, isHead }) => {
      const message = requireMessage(service, messageId);
      if (!isHead) service.later(() => react(service, message, 'open'));
      return new Response(PIXEL, { headers: { 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' } });
    },
  ),
];

function requireMessage(service: Service, messageId: string): MessageRow {
  const message = messagesOf(service).get(messageId);
  if (message) return message;
  throw new Refusal('NotFound', 'No message has this `messageId`');
}
