/** Tells listeners what happened; `Happenings` maps each name to what its listeners get. */
export interface Emitter<Happenings> {
  /** Calls `listener` each time; returns the function that stops it. */
  on<Name extends keyof Happenings>(name: Name, listener: (what: Happenings[Name]) => void): () => void;
  emit<Name extends keyof Happenings>(name: Name, what: Happenings[Name]): void;
}

export function createEmitter<Happenings>(): Emitter<Happenings> {
  const listeners = new Map<keyof Happenings, Set<(what: never) => void>>();

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
