import { z } from 'zod';
import type { EmbeddedMessages, EmbeddedPlacement, EmbeddedQuery } from '../../api/models/embedded.js';
import { campaignsOf, templatesOf, type MessageRow } from '../state/project.js';
import { messageTypesOf } from '../state/subscribable.js';
import { embeddedMessage, placementOf } from './embedded-wire.js';
import { operation, type Operation } from '../operation/operation.js';
import { findPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { waitingMessages } from './person-messages.js';
import { repeated, user } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { unsubscribedReason } from './skips.js';

const placementIds = repeated(z.string().regex(/^\d+$/, 'is not the number of a placement'));

const embeddedQuery = user.and(
  z.object({
    placementId: placementIds.exactOptional(),
    placementIds: placementIds.exactOptional(),
    currentMessageIds: repeated(z.string()).exactOptional(),
    platform: z.string().exactOptional(),
    sdkVersion: z.string().exactOptional(),
    packageName: z.string().exactOptional(),
  }),
) satisfies z.ZodType<EmbeddedQuery>;

/** Embedded messages, as they wait in their placements. */
export const embedded = (service: Service): Operation[] => [
  operation(
    'GET /api/embedded-messaging/messages',
    { keys: ['server', 'mobile', 'web'], query: embeddedQuery },
    ({ query }): EmbeddedMessages => {
      const { placementId = [], placementIds: others = [], currentMessageIds = [] } = query;
      const wanted = new Set([placementId, others].flat().map(Number));
      const held = new Set(currentMessageIds);
      const person = findPerson(service, query);
      const rows = waitingMessages(service, query, 'Embedded')
        .filter((row) => !wanted.size || wanted.has(placementOf(row)))
        .filter((row) => person && isEligible(service, row, person));
      return { placements: byPlacement(rows, held) };
    },
  ),
];

/** Messages by their placement, in the order of these; in each the newest first, since it ranks highest. */
function byPlacement(rows: MessageRow[], held: ReadonlySet<string>): EmbeddedPlacement[] {
  const newestFirst = [...rows].reverse();
  const placementIds = [...new Set(rows.map(placementOf))].sort((a, b) => a - b);
  return placementIds.map((placementId) => ({
    placementId,
    embeddedMessages: newestFirst
      .filter((row) => placementOf(row) === placementId)
      .map((row, index) =>
        embeddedMessage(row, { priorityOrder: index + 1, isHeld: held.has(row.messageId) }),
      ),
  }));
}

/** Whether a person may still see a message: the campaign goes on, and they did not leave its subscription. */
function isEligible(
  service: Service,
  { campaignId, templateId, isProof }: MessageRow,
  person: Person,
): boolean {
  if (isProof) return true;
  const state = campaignsOf(service).get(campaignId)?.campaignState;
  if (state === 'Aborted' || state === 'Archived') return false;
  const messageType = messageTypesOf(service).get(templatesOf(service).get(templateId)?.messageTypeId ?? 0);
  return !messageType || unsubscribedReason(person, messageType) === undefined;
}
