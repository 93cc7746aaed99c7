/** Resolves once some of an element is in the window; its page stands in a frame of another, which may be scrolled elsewhere. */
export async function inView(element: Element): Promise<void> {
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
