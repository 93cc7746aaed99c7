import { Hono, type Context } from 'hono';
import type { EmbeddedMessages } from '../api/embedded.js';
import type { InAppMessages } from '../api/in-app.js';
import { checked } from './answers.js';
import { user } from './schemas.js';

const readBy = (context: Context, messages: InAppMessages | EmbeddedMessages) =>
  checked(context, user, context.req.query(), () => context.json(messages));

/** The messages waiting for a user. Nobody has sent any. */
export const messages = () =>
  new Hono()
    .get('/inApp/web/getMessages', (context) => readBy(context, { inAppMessages: [] }))
    .get('/embedded-messaging/messages', (context) => readBy(context, { placements: [] }));
