import { ApiError } from '../errors.js';
import { isAboutCredentials } from '../identity/credentials.js';
import type { Outbox } from './outbox.js';
import type { TrackedEvent } from './event.js';

/** What a delivery empties, and whom it tells. */
export interface DeliveryOptions {
  outbox: Outbox;
  /** Sends one event; rejects unless the service took it. */
  send: (event: TrackedEvent) => Promise<void>;
  onDelivered: (event: TrackedEvent) => void;
  /** Hears of an event that the service will never take; it is gone from the outbox. */
  onDropped: (event: TrackedEvent, error: ApiError) => void;
}

/**
 * Empties the outbox in order, one event at a time. A call made during a delivery joins it.
 *
 * Rejects when the service cannot take an event now; that one and all behind it stay.
 */
export function createDelivery({
  outbox,
  send,
  onDelivered,
  onDropped,
}: DeliveryOptions): () => Promise<void> {
  let current: Promise<void> | undefined;

  async function deliver(): Promise<void> {
    for (let parcel = await outbox.oldest(); parcel; parcel = await outbox.oldest()) {
      const [, event] = parcel;
      const refusal = await send(event).then(() => undefined, refusalOrThrow);
      await outbox.remove(parcel);
      if (refusal) onDropped(event, refusal);
      else onDelivered(event);
    }
  }

  return () => (current ??= deliver().finally(() => (current = undefined)));
}

/** What the service says it will never take; anything else leaves the event where it is. */
function refusalOrThrow(error: unknown): ApiError {
  if (error instanceof ApiError && !error.isTransient && !isAboutCredentials(error)) return error;
  throw error;
}
