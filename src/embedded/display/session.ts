import type { EmbeddedImpression } from '../../api/models/embedded-events.js';
import type { EmbeddedMessage } from '../../api/models/embedded.js';
import { uuid } from '../../lib/uuid.js';
import type { MessageEvents } from '../message-events.js';

/** What is seen, from the first message on; moments are in milliseconds since the epoch. */
export interface Session {
  /** Counts that a message is seen, from a moment on. Gives what ends that, at another. */
  count(message: EmbeddedMessage, since: number): (at: number) => void;
  /** Ends it, and tells the service. */
  end(at: number): void;
}

/** Begins a session. */
export function beginSession(start: number, telling: MessageEvents): Session {
  const id = uuid();
  const impressions = new Map<string, EmbeddedImpression>();

  return {
    count({ metadata }, since) {
      const { messageId } = metadata;
      const placementId = Number(metadata.placementId);
      const nothing = { messageId, placementId, displayCount: 0, displayDuration: 0 };
      const impression = impressions.get(messageId) ?? nothing;
      impressions.set(messageId, impression);
      impression.displayCount += 1;
      return (at) => void (impression.displayDuration += Math.max(at - since, 0) / 1000);
    },
    end: (at) => void telling.seen({ id, start, end: Math.max(at, start) }, [...impressions.values()]),
  };
}
