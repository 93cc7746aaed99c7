import { z } from 'zod';
import type { SentEmail } from '../../admin/operations/single-sends.js';
import { text } from '../operation/answers.js';
import { messagesOf, templatesOf } from '../state/project.js';
import { operation, type Operation } from '../operation/operation.js';
import { requirePerson } from '../people/people.js';
import { Refusal } from '../operation/refusal.js';
import { emptyCollectionOf } from '../rendering/catalog-collections.js';
import { user } from '../operation/schemas.js';
import { trackedContent, trackersOf } from '../reactions/tracked-content.js';
import type { Service } from '../state/service.js';

const sentEmail = user.and(z.object({ messageId: z.string().min(1) })) satisfies z.ZodType<SentEmail>;

/** Messages as they were sent. */
export const messageViews = (service: Service): Operation[] => [
  operation('GET /api/email/viewInBrowser', { keys: ['server'], query: sentEmail }, ({ query, origin }) => {
    const person = requirePerson(service, query);
    const message = messagesOf(service).get(query.messageId);
    if (message?.personId !== person.id || message.medium !== 'Email') {
      throw new Refusal('NotFound', '`messageId`: this user was sent no such email');
    }
    const template = templatesOf(service).get(message.templateId);
    const empty = template && emptyCollectionOf(service, template);
    if (empty !== undefined) {
      const msg = `The catalog collection ${JSON.stringify(empty)} of this email is empty`;
      throw new Refusal('BadParams', msg, { status: 422 });
    }
    const content = trackedContent(message.content, trackersOf(message, origin));
    const { html, plainText } = content as { html?: string; plainText?: string };
    return html ? text(html, 'text/html') : text(plainText ?? '');
  }),
];
