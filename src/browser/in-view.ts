/** Resolves once some of an element is in the window: a page in another's frame may be scrolled away with it. */
export async function inView(element: Element): Promise<void> {
  if (parent === window) return;
  await new Promise<void>((resolve) => {
    const hear = (entries: IntersectionObserverEntry[]) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    };
    const observer = new IntersectionObserver(hear, { threshold: 0.1 });
    observer.observe(element);
  });
}
