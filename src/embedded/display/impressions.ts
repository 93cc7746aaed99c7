import type { EmbeddedImpression } from '../../api/models/embedded-events.js';
import type { EmbeddedMessage } from '../../api/models/embedded.js';
import { on } from '../../browser/page.js';
import { randomId } from '../../lib/random-id.js';
import type { Sight } from './sight.js';
import { createSightings, type Sighting } from './sightings.js';
import type { MessageEvents } from '../placements/message-events.js';

/** What the window's event `tidings-seen` says. */
export interface SeenDetail {
  messageId: string;
  /** Where it is seen. */
  element: Element;
  /** Whether it is counted from now on, or no more. */
  isCounted: boolean;
}

/** Whoever comes later, and asks by the window's event `tidings-look` what is counted now. */
export type SeenAsked = (detail: SeenDetail) => void;

/** Counts what the visitor sees, one session after another. */
export interface Impressions {
  /** Counts a message of theirs while its element is in view; returns the function that stops it. */
  watch(message: EmbeddedMessage, element: Element): () => void;
  /** Ends a session, now or at an earlier moment. What is still in view may begin another. */
  end(at?: number): void;
  /** Ends a session. Until `resume`, nothing is seen. */
  pause(): void;
  resume(): void;
}

/** What impressions are made of. */
export interface ImpressionsOptions {
  sight: Pick<Sight, 'watch' | 'look'>;
  /** How long a message must be in view to be seen, in milliseconds. */
  time: number;
  /** Tells the service of the current user's messages. */
  tell: () => MessageEvents;
  /** Names the current user. */
  owner: () => string;
  /** When the visitor was last there, in milliseconds since the epoch. */
  last: () => number;
  now: () => number;
}

/** Makes the impressions of a page on which nothing was seen. */
export function createImpressions({ sight, time, tell, owner, last, now }: ImpressionsOptions): Impressions {
  const onDisappear = (sighting: Sighting) => finish(sighting, last());
  const sightings = createSightings({ sight, owner, onAppear: begin, onDisappear });
  /** What is to end for each message in view: the wait until it is seen, then the time for which it is. */
  const endings = new Map<Sighting, (at: number) => void>();
  let session: Session | undefined;
  let isPaused = false;

  function begin(sighting: Sighting) {
    const since = now();
    if (isPaused || sighting.owner !== owner()) return;
    const stopWaiting = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      sight.look();
      // It may have been covered just now.
      if (endings.get(sighting) !== stopWaiting) return;
      session ??= beginSession(since, tell());
      endings.set(sighting, session.count(sighting, since));
    }, time);
    endings.set(sighting, stopWaiting);
  }

  function finish(sighting: Sighting, at: number) {
    endings.get(sighting)?.(at);
    endings.delete(sighting);
  }

  function end(at = last()) {
    sightings.all().forEach((sighting) => finish(sighting, at));
    session?.end(at);
    session = undefined;
    sightings.all().forEach(begin);
  }

  return {
    watch: (message, element) =>
      message.metadata.isProof ? () => undefined : sightings.watch(message, element),
    end,
    pause() {
      isPaused = true;
      end();
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      sightings.all().forEach(begin);
    },
  };
}

/** What is seen, from the first message on; moments are in milliseconds since the epoch. */
interface Session {
  /** Counts that a message is seen, from a moment on, and says so. Gives what ends that, at another. */
  count(sighting: Sighting, since: number): (at: number) => void;
  /** Ends it, and tells the service. */
  end(at: number): void;
}

/** Begins a session. */
function beginSession(start: number, events: MessageEvents): Session {
  const id = randomId();
  const impressions = new Map<string, EmbeddedImpression>();

  return {
    count({ message: { metadata }, element }, since) {
      const { messageId } = metadata;
      const placementId = Number(metadata.placementId);
      const nothing = { messageId, placementId, displayCount: 0, displayDuration: 0 };
      const impression = impressions.get(messageId) ?? nothing;
      impressions.set(messageId, impression);
      impression.displayCount += 1;
      const detailOf = (isCounted: boolean): SeenDetail => ({ messageId, element, isCounted });
      // Later: what the page does about it finds everything in its place.
      const signal = (isCounted: boolean) =>
        queueMicrotask(() =>
          dispatchEvent(new CustomEvent<SeenDetail>('tidings-seen', { detail: detailOf(isCounted) })),
        );
      signal(true);
      const stop = on(globalThis, 'tidings-look', (event) =>
        (event as CustomEvent<SeenAsked>).detail(detailOf(true)),
      );
      return (at) => {
        impression.displayDuration += Math.max(at - since, 0) / 1000;
        stop();
        signal(false);
      };
    },
    end: (at) => void events.seen({ id, start, end: Math.max(at, start) }, [...impressions.values()]),
  };
}
