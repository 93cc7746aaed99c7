import { z } from 'zod';
import { operation, type Operation } from '../operation/operation.js';
import { Refusal } from '../operation/refusal.js';
import { numberInText } from '../operation/schemas.js';
import { messagesOf, type MessageRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import { react } from './reactions.js';
import { linksOf } from './tracked-content.js';

/** A transparent picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Nobody in between may answer for us, and where a link leads is not told whom it came from. */
const HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

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
      return new Response(PIXEL, { headers: { ...HEADERS, 'Content-Type': 'image/gif' } });
    },
  ),
  operation(
    'GET /_messages/{messageId}/links/{index}',
    { keys: [], path: messagePath.extend({ index: numberInText }) },
    ({ path: { messageId, index }, isHead }) => {
      const message = requireMessage(service, messageId);
      const url = linksOf(message.content)[index];
      if (url === undefined || !URL.canParse(url))
        throw new Refusal('NotFound', 'This message has no such link');
      if (!isHead) service.later(() => react(service, message, 'click', { url }));
      return new Response(null, { status: 302, headers: { ...HEADERS, Location: new URL(url).href } });
    },
  ),
  operation(
    'GET /_messages/{messageId}/unsubscribe',
    { keys: [], path: messagePath },
    ({ path: { messageId }, isHead }) => {
      const message = requireMessage(service, messageId);
      if (!isHead) service.later(() => react(service, message, 'unsubscribe'));
      return goodbye();
    },
  ),
];

function requireMessage(service: Service, messageId: string): MessageRow {
  const message = messagesOf(service).get(messageId);
  if (message) return message;
  throw new Refusal('NotFound', 'No message has this `messageId`');
}

function goodbye(): Response {
  const words = 'You are unsubscribed, and get no more messages of this kind.';
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Unsubscribed</title><p>${words}</p></html>`,
    {
      headers: {
        ...HEADERS,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        'X-Content-Type-Options': 'nosniff',
      },
    },
  );
}
