/** Tells listeners what happened; `Told` maps each name to what its listeners get. */
export interface Emitter<Told> {
  /** Calls `listener` each time; returns the function that stops it. */
  on<Name extends keyof Told & string>(name: Name, listener: (what: Told[Name]) => void): () => void;
  /** Gives whether anybody listens. */
  emit<Name extends keyof Told & string>(name: Name, what: Told[Name]): boolean;
}

/**
 * Makes an emitter that nobody listens to yet.
 *
 * A listener that throws keeps no other from hearing: the platform shows its error where a page's errors are shown.
 */
export function createEmitter<Told>(): Emitter<Told> {
  const target = new EventTarget();

  return {
    on(name, listener) {
      const hear = (event: Event) => {
        event.preventDefault();
        listener((event as Event & { what: never }).what);
      };
      target.addEventListener(name, hear);
      return () => target.removeEventListener(name, hear);
    },
    emit: (name, what) =>
      !target.dispatchEvent(Object.assign(new Event(name, { cancelable: true }), { what })),
  };
}
