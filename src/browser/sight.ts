/** Tells what of a page is in view. */
export interface Sight {
  /** Calls `listener` when enough of an element comes into view, and when it leaves it; returns the function that stops it. */
  watch(element: Element, listener: (isInView: boolean) => void): () => void;
  close(): void;
}

/** How finely is measured how much is in view; coarser, and half a window of a very tall element would be missed. */
const STEPS = Array.from({ length: 101 }, (_, index) => index / 100);

/** Makes a sight for which an element is in view once this share of it is, or, if that is larger, of the window. */
export function followSight(ratio: number): Sight {
  const watched = new Map<Element, { isInView: boolean; listener: (isInView: boolean) => void }>();

  function look({
    target,
    intersectionRect: seen,
    boundingClientRect: whole,
    rootBounds,
  }: IntersectionObserverEntry) {
    const one = watched.get(target);
    const { width, height } = rootBounds ?? { width: innerWidth, height: innerHeight };
    const least = ratio * Math.min(areaOf(whole), width * height);
    const isInView = least > 0 && areaOf(seen) >= least * 0.999; // Edges are rounded to whole pixels.
    if (!one || one.isInView === isInView) return;
    one.isInView = isInView;
    one.listener(isInView);
  }
  const observer =
    typeof IntersectionObserver === 'function'
      ? new IntersectionObserver((entries) => entries.forEach(look), { threshold: STEPS })
      : undefined;

  return {
    watch(element, listener) {
      watched.set(element, { isInView: false, listener });
      observer?.observe(element);
      return () => {
        observer?.unobserve(element);
        watched.delete(element);
      };
    },
    close: () => observer?.disconnect(),
  };
}

function areaOf({ width, height }: { width: number; height: number }): number {
  return width * height;
}
