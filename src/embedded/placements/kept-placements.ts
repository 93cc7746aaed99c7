import type { EmbeddedMessage } from '../../api/models/embedded.js';
import { knownIds } from '../../host/feed.js';
import { keepForUser, type KeptForUser } from '../../host/kept-for-user.js';
import type { Host } from '../../host/host.js';
import type { Placements } from './message.js';

/** What the device keeps. */
interface Kept {
  placements: Placements;
  /** The messages that came to this device, whoever's they were: nobody gets one twice. */
  received: Set<string>;
}

/** The current user's messages, the same on every page of the visit and in every tab. */
export interface KeptPlacements extends Pick<KeptForUser<Kept>, 'recall' | 'onChange' | 'close'> {
  /** Those that are known, by placement. */
  readonly placements: Placements;
  /** Whether a message is one of theirs. */
  has(message: EmbeddedMessage): boolean;
  /** Keeps what the service has answered for some placements. Gives the messages that are new to this device. */
  replace(placements: Placements): Promise<EmbeddedMessage[]>;
}

/** Keeps the messages of the current user. */
export function keepPlacements(host: Host): KeptPlacements {
  const nothing = (): Kept => ({ placements: new Map(), received: new Set() });
  const kept = keepForUser(host, 'embedded', nothing, ['received']);
  const { change, recall, onChange, close } = kept;

  return {
    ...{ recall, onChange, close },
    get placements() {
      return kept.value.placements;
    },
    has: ({ metadata: { messageId } }) =>
      [...kept.value.placements.values()].flat().some(({ metadata }) => metadata.messageId === messageId),
    async replace(placements) {
      let fresh: EmbeddedMessage[] = [];
      await change(async (get) => {
        const all = new Map([...(await get('placements')), ...placements]);
        const before = await get('received');
        const messages = [...all.values()].flat();
        const received = knownIds(
          before,
          messages.map(({ metadata }) => metadata.messageId),
        );
        fresh = messages.filter(({ metadata }) => !before.has(metadata.messageId));
        return { placements: all, received: new Set(received) };
      });
      return fresh;
    },
  };
}
