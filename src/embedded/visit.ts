import type { EmbeddedImpression } from '../api/embedded-events.js';
import type { EmbeddedMessage } from '../api/embedded.js';
import { uuid } from '../lib/uuid.js';
import type { Telling } from './telling.js';

/** What is seen from the first message that a visitor sees on. */
export interface Visit {
  /** Counts that a message is seen, from a moment on. Gives what ends that, at another. */
  count(message: EmbeddedMessage, since: number): (at: number) => void;
  /** Tells the service. */
  end(at: number): void;
}

/** Begins a visit; moments are in milliseconds since the epoch. */
export function beginVisit(start: number, telling: Telling): Visit {
  const id = uuid();
  const impressions = new Map<string, EmbeddedImpression>();

  return {
    count({ metadata: { messageId, placementId } }, since) {
      const impression = impressions.get(messageId) ?? {
        ...{ messageId, placementId: Number(placementId) },
        ...{ displayCount: 0, displayDuration: 0 },
      };
      impressions.set(messageId, impression);
      impression.displayCount += 1;
      return (at) => void (impression.displayDuration += Math.max(at - since, 0) / 1000);
    },
    end: (at) => void telling.visited({ id, start, end: Math.max(at, start) }, [...impressions.values()]),
  };
}
