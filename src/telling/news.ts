import { readLocal } from '../browser/local.js';
import { createEmitter, type Emitter } from '../lib/emitter.js';
import type { TellingParts } from './parts.js';
import type * as Telling from './telling.js';

/** What tells a page of its client: its listeners at once, and whoever else wants to know once what does that is loaded. */
export interface News<Told> extends Emitter<Told> {
  /** Tells whoever wants to know. */
  tell(name: string, what?: unknown, isHeard?: boolean): void;
  /** Tells them from now on of all that is emitted. */
  watch(): void;
  /** Tells what becomes of an event. */
  follow(id: string, recorded: Promise<unknown>): Promise<void>;
}

/** Makes the news of a client, whose parts are there once something happens. */
export function createNews<Told>(partsOf: () => TellingParts): News<Told> {
  const { on, emit } = createEmitter<Told>();
  let isWatched = false;
  /** One promise for all, so that what is told keeps its order. */
  let loading: Promise<typeof Telling> | undefined;
  const load = () => (loading ??= import('./telling.js'));
  // A page that cannot load it goes on without, and tries it again.
  const failed = () => (loading = undefined);

  function tell(...news: [name: string, what?: unknown, isHeard?: boolean]) {
    void load().then((module) => module.tell(partsOf(), ...news), failed);
  }
  function isWanted() {
    const { base, visitor } = partsOf();
    return isWatched || (visitor.agrees && readLocal(`${base.name} followed`));
  }

  return {
    on,
    tell,
    emit(name, what) {
      const isHeard = emit(name, what);
      if (isWanted() || (name === 'error' && !isHeard)) tell(name, what, isHeard);
      return isHeard;
    },
    watch: () => void (isWatched = true),
    follow(id, recorded) {
      isWatched = true;
      const delivered = load().then((module) => module.follow(partsOf(), id, recorded));
      delivered.catch(failed);
      return delivered;
    },
  };
}
