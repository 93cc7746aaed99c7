import type { Route } from '../../api/address.js';
import type { Device } from '../../api/models/device.js';
import type { EmbeddedImpression, EmbeddedSession } from '../../api/models/embedded-events.js';
import type { EmbeddedMessage } from '../../api/models/embedded.js';
import type { Host } from '../../host/host.js';

/** Tells the service what messages of a user are used for, through the outbox; of proofs nothing. */
export interface MessageEvents {
  received(message: EmbeddedMessage): Promise<void>;
  clicked(message: EmbeddedMessage, targetUrl: string, buttonIdentifier?: string): Promise<void>;
  seen(session: EmbeddedSession, impressions: EmbeddedImpression[]): Promise<void>;
}

/** Makes the functions that tell the service, from this device. Default: of the current user's messages. */
export function createMessageEvents(host: Host, device: Promise<Device>, user = host.user): MessageEvents {
  let known: Device | undefined;
  device.then(
    (found) => (known = found),
    () => undefined, // Told to whoever asks for it.
  );

  async function tell(name: string, facts: object) {
    const route: Route = `POST /api/embedded-messaging/events/${name}`;
    try {
      // Not a moment later where it is known, since the page may be about to end.
      const deviceInfo = known ?? (await device);
      // Whoever the visitor has become, it was that one's message.
      if (user) await host.track(route, { ...facts, deviceInfo }, user);
    } catch (error) {
      host.report(error); // No reason to show less.
    }
  }
  async function tellOf({ metadata: { messageId, isProof } }: EmbeddedMessage, name: string, facts: object) {
    if (!isProof) await tell(name, { messageId, ...facts });
  }

  return {
    received: (message) => tellOf(message, 'received', {}),
    clicked: (message, targetUrl, buttonIdentifier) =>
      tellOf(message, 'click', { targetUrl, buttonIdentifier }),
    seen: (session, impressions) => tell('session', { session, impressions }),
  };
}
