/** Tells listeners what happened; `Told` maps each name to what its listeners get. */
export interface Emitter<Told> {
  /** Calls `listener` each time; returns the function that stops it. */
  on<Name extends keyof Told & string>(name: Name, listener: (what: Told[Name]) => void): () => void;
  emit<Name extends keyof Told & string>(name: Name, what: Told[Name]): void;
}

/**
 * Makes an emitter that nobody listens to yet.
 *
 * A listener that throws keeps no other from hearing: the platform shows its error where a page's errors are shown.
 *
 * @param debug - Whether the console is told of everything, too.
 */
export function createEmitter<Told>(debug = false): Emitter<Told> {
  const target = new EventTarget();

  return {
    on(name, listener) {
      const hear = (event: Event) => listener((event as Event & { what: never }).what);
      target.addEventListener(name, hear);
      return () => target.removeEventListener(name, hear);
    },
    emit(name, what) {
      // eslint-disable-next-line no-console -- The page has asked for it.
      if (debug) console.debug(`tidings: ${name}`, what);
      target.dispatchEvent(Object.assign(new Event(name), { what }));
    },
  };
}
