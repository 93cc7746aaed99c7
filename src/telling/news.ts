import { readLocal } from '../browser/local.js';
import { createEmitter, type Emitter } from '../lib/emitter.js';
import { ignore } from '../lib/ignore.js';
import { later } from '../lib/later.js';
import type { TellingParts } from './parts.js';

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
  const load = later(() => import('./telling.js'));

  function tell(...news: [name: string, what?: unknown, isHeard?: boolean]) {
    // A page that cannot load it goes on without, and tries it again.
    void load().then((module) => module.tell(partsOf(), ...news), ignore);
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
      // Nobody has to listen.
      delivered.catch(ignore);
      return delivered;
    },
  };
}
