import { isVisible } from '../../browser/page.js';
import { createAlarm } from '../../lib/alarm.js';
import { isSeen } from './is-seen.js';

/** Tells what of a page the visitor sees. */
export interface Sight {
  /** Calls `listener` when enough of an element comes into sight, and when it leaves it; returns the function that stops it. */
  watch(element: Element, listener: (isInSight: boolean) => void): () => void;
  /** Looks again at what is in view: something may have come over it. */
  look(): void;
  /** Looks no more. */
  close(): void;
}

/** The shares at which a browser reports: with fewer, half a window of a very tall element is missed. */
const SHARES = [...Array(101).keys()].map((index) => index / 100);
/** How often what is in view is looked at, in milliseconds, while there is any: no browser reports what covers it. */
const OFTEN = 250;

/**
 * Makes a sight for which an element is seen once this share of it is, or, if that is larger, of the window.
 *
 * Not by `trackVisibility`, which one engine has, and for which what is turned, blurred or lets something through is
 * never visible: in every engine an element is seen where a visitor who points there would meet it.
 */
export function createSight(ratio: number, now: () => number): Sight {
  const looks = new Set<() => void>();
  const alarm = createAlarm(look, now);
  let isClosed = false;

  function look() {
    looks.forEach((each) => each());
    if (looks.size && isVisible()) alarm.set(now() + OFTEN);
  }

  return {
    watch(element, listener) {
      if (typeof IntersectionObserver !== 'function') return () => undefined;
      let isInSight = false;
      let least = 0;
      function lookHere() {
        const isNow = least > 0 && isSeen(element, least);
        if (isNow === isInSight) return;
        isInSight = isNow;
        listener(isInSight);
      }
      const observer = new IntersectionObserver(
        (entries) => {
          // Who watches may go on to, for whom nothing counts any more.
          if (isClosed) return;
          entries.slice(-1).forEach((entry) => (least = leastIn(entry, ratio)));
          if (least) looks.add(lookHere);
          else looks.delete(lookHere);
          lookHere();
          alarm.set(now() + OFTEN);
        },
        { threshold: SHARES },
      );
      observer.observe(element);
      return () => {
        observer.disconnect();
        looks.delete(lookHere);
      };
    },
    look,
    close() {
      isClosed = true;
      looks.clear();
      alarm.clear();
    },
  };
}

/** How much must be seen of what is in view, in square pixels; nothing, where that is not even in view. */
function leastIn(
  { intersectionRect, boundingClientRect, rootBounds }: IntersectionObserverEntry,
  ratio: number,
): number {
  const { width, height } = rootBounds ?? { width: innerWidth, height: innerHeight };
  const least = ratio * Math.min(areaOf(boundingClientRect), width * height);
  return areaOf(intersectionRect) >= least * 0.999 ? least : 0; // Edges are rounded to whole pixels.
}

function areaOf({ width, height }: { width: number; height: number }): number {
  return width * height;
}
