import type { EmbeddedMessage } from '../../api/models/embedded.js';
import type { Sight } from './sight.js';

/** A message in view. */
export interface Sighting {
  message: EmbeddedMessage;
  /** The first of its elements that is in view. */
  element: Element;
  /** Names the user whose it is. */
  owner: string;
}

/** What sightings are made of. */
export interface SightingsOptions {
  sight: Pick<Sight, 'watch'>;
  /** Names the current user. */
  owner: () => string;
  /** Hears of a message that comes into view in its first element. */
  onAppear: (sighting: Sighting) => void;
  /** Hears of one that leaves the last. */
  onDisappear: (sighting: Sighting) => void;
}

/** Knows which messages are in view; each may stand in several elements. */
export interface Sightings {
  all(): Sighting[];
  /** Follows a message in one of its elements; returns the function that stops it. */
  watch(message: EmbeddedMessage, element: Element): () => void;
}

/** Makes the sightings of a page with nothing in view. */
export function createSightings({ sight, owner, onAppear, onDisappear }: SightingsOptions): Sightings {
  const sightings = new Map<string, Sighting & { elements: number }>();

  function move(message: EmbeddedMessage, element: Element, whose: string, by: 1 | -1) {
    const id = message.metadata.messageId;
    const sighting = sightings.get(id) ?? { message, element, owner: whose, elements: 0 };
    sightings.set(id, sighting);
    sighting.elements += by;
    if (!sighting.elements) {
      sightings.delete(id);
      onDisappear(sighting);
    } else if (by > 0 && sighting.elements === 1) onAppear(sighting);
  }

  return {
    all: () => [...sightings.values()],
    watch(message, element) {
      const whose = owner();
      let isIn = false;
      const stop = sight.watch(element, (isInView) => {
        isIn = isInView;
        move(message, element, whose, isInView ? 1 : -1);
      });
      return () => {
        stop();
        if (isIn) move(message, element, whose, -1);
        isIn = false;
      };
    },
  };
}
