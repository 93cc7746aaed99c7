import type { EmbeddedMessage } from '../../api/models/embedded.js';

/** A message in view. */
export interface Sighting {
  message: EmbeddedMessage;
  /** Names the user whose it is. */
  owner: string;
}

/** What sightings are made of. */
export interface SightingsOptions {
  sight: Sight;
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

  function move(message: EmbeddedMessage, whose: string, by: 1 | -1) {
    const id = message.metadata.messageId;
    const sighting = sightings.get(id) ?? { message, owner: whose, elements: 0 };
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
        move(message, whose, isInView ? 1 : -1);
      });
      return () => {
        stop();
        if (isIn) move(message, whose, -1);
        isIn = false;
      };
    },
  };
}

/** Tells what of a page is in view. */
export interface Sight {
  /** Calls `listener` when enough of an element comes into view, and when it leaves it; returns the function that stops it. */
  watch(element: Element, listener: (isInView: boolean) => void): () => void;
}

/** The shares at which a browser reports: with fewer, half a window of a very tall element is missed. */
const SHARES = Array.from({ length: 101 }, (_, index) => index / 100);

/** Makes a sight for which an element is in view once this share of it is, or, if that is larger, of the window. */
export function sightOf(ratio: number): Sight {
  return {
    watch(element, listener) {
      if (typeof IntersectionObserver !== 'function') return () => undefined;
      let isInView = false;
      const observer = new IntersectionObserver(
        (entries) => {
          const isNow = entries.slice(-1).some((entry) => isEnough(entry, ratio));
          if (isNow === isInView) return;
          isInView = isNow;
          listener(isInView);
        },
        { threshold: SHARES },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
  };
}

function isEnough(
  { intersectionRect, boundingClientRect, rootBounds }: IntersectionObserverEntry,
  ratio: number,
): boolean {
  const { width, height } = rootBounds ?? { width: innerWidth, height: innerHeight };
  const least = ratio * Math.min(areaOf(boundingClientRect), width * height);
  return least > 0 && areaOf(intersectionRect) >= least * 0.999; // Edges are rounded to whole pixels.
}

function areaOf({ width, height }: { width: number; height: number }): number {
  return width * height;
}
