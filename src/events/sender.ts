import { ApiError } from '../errors.js';
import type { CallOptions, Endpoint } from '../api/endpoint.js';
import type { NewEvent } from '../api/event.js';
import type { UserRef, UserUpdate } from '../api/user.js';
import { isAboutCredentials } from './delivery.js';
import type { TrackedEvent } from './event.js';

export interface SenderOptions {
  endpoint: Endpoint;
  /** The headers that prove who a user is. */
  credentials: (user: UserRef) => Promise<Record<string, string>>;
  /** Drops a user's credentials, since the service refused them. */
  forget: (user: UserRef) => void;
}

/** Makes the function that sends one event under the identity it was recorded for. */
export function createSender({ endpoint, credentials, forget }: SenderOptions) {
  const track = endpoint<NewEvent, unknown>('POST /api/events/track');
  const update = endpoint<UserUpdate, unknown>('POST /api/users/update');

  function call(event: TrackedEvent, options: CallOptions): Promise<unknown> {
    const { user, data } = event;
    if (event.kind === 'profile') return update({ ...user, ...(data && { dataFields: data }) }, options);
    return track(
      {
        ...user,
        id: event.id,
        eventName: event.name,
        createdAt: Math.floor(event.recordedAt / 1000),
        ...(data && { dataFields: data }),
      },
      options,
    );
  }

  return async function send(event: TrackedEvent): Promise<void> {
    try {
      await call(event, { headers: await credentials(event.user) });
    } catch (error) {
      if (!(error instanceof ApiError && isAboutCredentials(error))) throw error;
      forget(event.user);
      await call(event, { headers: await credentials(event.user) });
    }
  };
}
