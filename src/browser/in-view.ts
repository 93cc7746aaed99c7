/** How much of a page in a frame is to be in view, as a share of its height. */
const ANY = 0.001;

/** Resolves once so much of an element is in the window: a page in another's frame may be scrolled away with it. */
export async function inView(element: Element, share = 0.1): Promise<void> {
  if (parent === window) return;
  await new Promise<void>((resolve) => {
    const hear = (entries: IntersectionObserverEntry[]) => {
      if (!entries.some(({ intersectionRatio: seen }) => seen >= share)) return;
      observer.disconnect();
      resolve();
    };
    const observer = new IntersectionObserver(hear, { threshold: share });
    observer.observe(element);
  });
}

/** The same for the page itself: at once, unless it is in a frame. */
export const pageInView = () => inView(document.documentElement, ANY);
