import type { CallOptions, Endpoint } from '../api/endpoint.js';
import type { NewEvent } from '../api/event.js';
import type { UserUpdate } from '../api/user.js';
import { isAboutCredentials, type Credentials } from '../identity/credentials.js';
import type { TrackedEvent } from './event.js';

/** Makes the function that sends one event under the identity it was recorded for. */
export function createSender(endpoint: Endpoint, { headersFor, forget }: Credentials) {
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
    const attempt = async () => call(event, { headers: await headersFor(event.user) });
    await attempt().catch((error: unknown) => {
      if (!isAboutCredentials(error)) throw error;
      forget(event.user);
      return attempt();
    });
  };
}
