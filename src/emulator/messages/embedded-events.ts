import { z } from 'zod';
import type {
  EmbeddedClick,
  EmbeddedEvent,
  EmbeddedImpression,
  EmbeddedReceipt,
  EmbeddedSession,
  EmbeddedVisit,
} from '../../api/models/embedded-events.js';
import type { UserRef } from '../../api/models/user.js';
import { received } from '../operation/answers.js';
import type { KeyType } from '../operation/keys.js';
import { device, messageEvent, type FromPage } from './message-event.js';
import { operation, type Operation } from '../operation/operation.js';
import {
  happeningOf,
  ownerOf,
  recordArrival,
  recordMessageEvent,
  requireMessage,
  type Witness,
} from './person-messages.js';
import { recordEvent } from '../events/event-store.js';
import { millisecondsSinceEpoch, secondsSinceEpoch, userIfNamed } from '../operation/schemas.js';
import type { Service } from '../state/service.js';

const embeddedReceipt = userIfNamed.and(messageEvent) satisfies z.ZodType<FromPage<EmbeddedReceipt>>;

const embeddedClick = userIfNamed.and(
  messageEvent.extend({
    buttonIdentifier: z.string().exactOptional(),
    targetUrl: z.string().exactOptional(),
  }),
) satisfies z.ZodType<FromPage<EmbeddedClick>>;

const session = z.object({
  id: z.string().min(1),
  start: millisecondsSinceEpoch,
  end: millisecondsSinceEpoch,
}) satisfies z.ZodType<EmbeddedSession>;

/** What a message was seen as: the model requires none of it, and the SDK tells all. */
type Impression = Pick<EmbeddedImpression, 'messageId'> & Partial<EmbeddedImpression>;
type Visit = UserRef & EmbeddedEvent & Pick<EmbeddedVisit, 'session'> & { impressions?: Impression[] };

const impression = z.object({
  messageId: z.string().min(1),
  placementId: z.int32().exactOptional(),
  displayCount: z.int32().nonnegative().exactOptional(),
  displayDuration: z.number().nonnegative().exactOptional(),
}) satisfies z.ZodType<Impression>;

const embeddedVisit = userIfNamed.and(
  z.object({
    session,
    impressions: z.array(impression).exactOptional(),
    createdAt: secondsSinceEpoch.exactOptional(),
    deviceInfo: device.exactOptional(),
  }),
) satisfies z.ZodType<FromPage<Visit>>;

/** What happens to embedded messages. */
export function embeddedEvents(service: Service): Operation[] {
  const keys: KeyType[] = ['server', 'mobile', 'web'];

  return [
    operation('POST /api/embedded-messaging/events/received', { keys, body: embeddedReceipt }, (input) => {
      const { owned, fields, at } = happeningOf(service, input, 'Embedded');
      service.later(() => recordArrival(service, 'embeddedReceived', owned, fields, at));
      return received();
    }),
    operation('POST /api/embedded-messaging/events/click', { keys, body: embeddedClick }, (input) => {
      const { owned, fields, at } = happeningOf(service, input, 'Embedded');
      service.later(() => recordMessageEvent(service, 'embeddedClick', owned, fields, at));
      return received();
    }),
    operation('POST /api/embedded-messaging/events/session', { keys, body: embeddedVisit }, (input) => {
      recordVisit(service, input);
      return received();
    }),
  ];
}

/** Records a visit, and each message seen during it; of proofs nothing, nor of a visit that saw only proofs. */
function recordVisit(service: Service, { body, tokenUser }: Witness & { body: FromPage<Visit> }): void {
  const { session, impressions = [], createdAt, deviceInfo } = body;
  const person = ownerOf(service, { body, tokenUser }, impressions[0]?.messageId);
  const about = { sessionId: session.id, ...(deviceInfo && { deviceInfo }) };
  const seen = impressions.map(({ messageId, ...fields }, index) => {
    const field = `impressions.${index}.messageId`;
    return {
      owned: requireMessage(service, person, messageId, 'Embedded', field),
      fields: { ...about, ...fields },
    };
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
