import { z } from 'zod';
import type {
  EmbeddedClick,
  EmbeddedImpression,
  EmbeddedReceipt,
  EmbeddedSession,
  EmbeddedVisit,
} from '../../api/models/embedded-events.js';
import { received } from '../operation/answers.js';
import type { KeyType } from '../operation/keys.js';
import { device, messageEvent } from './message-event.js';
import { operation, type Operation } from '../operation/operation.js';
import { requirePerson } from '../people/people.js';
import { happeningOf, recordArrival, recordMessageEvent, requireMessage } from './person-messages.js';
import { recordEvent } from '../events/event-store.js';
import { millisecondsSinceEpoch, secondsSinceEpoch, user } from '../operation/schemas.js';
import type { Service } from '../state/service.js';

const embeddedReceipt = user.and(messageEvent) satisfies z.ZodType<EmbeddedReceipt>;

const embeddedClick = user.and(
  messageEvent.extend({
    buttonIdentifier: z.string().exactOptional(),
    targetUrl: z.string().exactOptional(),
  }),
) satisfies z.ZodType<EmbeddedClick>;

const session = z.object({
  id: z.string().min(1),
  start: millisecondsSinceEpoch,
  end: millisecondsSinceEpoch,
}) satisfies z.ZodType<EmbeddedSession>;

const impression = z.object({
  messageId: z.string().min(1),
  placementId: z.int32(),
  displayCount: z.int32().nonnegative(),
  displayDuration: z.number().nonnegative(),
}) satisfies z.ZodType<EmbeddedImpression>;

const embeddedVisit = user.and(
  z.object({
    session,
    impressions: z.array(impression),
    createdAt: secondsSinceEpoch.exactOptional(),
    deviceInfo: device.exactOptional(),
  }),
) satisfies z.ZodType<EmbeddedVisit>;

/** What happens to embedded messages. */
export function embeddedEvents(service: Service): Operation[] {
  const keys: KeyType[] = ['server', 'mobile', 'web'];

  return [
    operation('POST /api/embedded-messaging/events/received', { keys, body: embeddedReceipt }, ({ body }) => {
      const { owned, fields, at } = happeningOf(service, body, 'Embedded');
      service.later(() => recordArrival(service, 'embeddedReceived', owned, fields, at));
      return received();
    }),
    operation('POST /api/embedded-messaging/events/click', { keys, body: embeddedClick }, ({ body }) => {
      const { owned, fields, at } = happeningOf(service, body, 'Embedded');
      service.later(() => recordMessageEvent(service, 'embeddedClick', owned, fields, at));
      return received();
    }),
    operation('POST /api/embedded-messaging/events/session', { keys, body: embeddedVisit }, ({ body }) => {
      recordVisit(service, body);
      return received();
    }),
  ];
}

/** Records a visit, and each message seen during it; of proofs nothing, nor of a visit that saw only proofs. */
function recordVisit(service: Service, body: EmbeddedVisit): void {
  const { session, impressions, createdAt, deviceInfo } = body;
  const person = requirePerson(service, body);
  const about = { sessionId: session.id, ...(deviceInfo && { deviceInfo }) };
  const seen = impressions.map(({ messageId, ...fields }, index) => {
    const ref = { ...body, messageId };
    const field = `impressions.${index}.messageId`;
    return { owned: requireMessage(service, ref, 'Embedded', field), fields: { ...about, ...fields } };
  });
  if (seen.length && seen.every(({ owned }) => owned.message.isProof)) return;
  service.later(() => {
    const { start, end } = session;
    recordEvent(service, 'embeddedSession', person, { ...about, start, end }, { createdAt });
    for (const { owned, fields } of seen) {
      recordMessageEvent(service, 'embeddedImpression', owned, fields, { createdAt });
    }
  });
}
