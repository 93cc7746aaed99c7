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
