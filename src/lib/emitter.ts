/** Tells listeners what happened; `Told` maps each name to what its listeners get. */
export interface Emitter<Told> {
  /** Calls `listener` each time; returns the function that stops it. */
  on<Name extends keyof Told>(name: Name, listener: (what: Told[Name]) => void): () => void;
  emit<Name extends keyof Told>(name: Name, what: Told[Name]): void;
}

/** Makes an emitter that nobody listens to yet. A listener that throws keeps no other from hearing. */
export function createEmitter<Told>(): Emitter<Told> {
  const listeners = new Map<keyof Told, Set<(what: never) => void>>();

  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
    emit(name, what) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          (listener as (what: unknown) => void)(what);
        } catch (error) {
          // The page's own mistake: shown where its mistakes are shown, and the work here goes on.
          setTimeout(() => {
            throw error;
          });
        }
      }
    },
  };
}
