import { isObject } from '../lib/is-object.js';
import { isText } from '../lib/text.js';
import { must } from '../lib/must.js';
import type { TrackedEvent } from './event.js';
import { checkedEvent } from './checked-event.js';

/** What changes events on their way; neither whose they are nor their kind, id and time. It is given copies. */
export interface Plugin {
  /** Another one of this name takes its place. Default: it stands beside all others. */
  name?: string;
  /** May change an event before it is recorded, or leave it out by giving nothing; at once, without a promise. */
  beforeRecord?(event: TrackedEvent): TrackedEvent | null | undefined;
  /** May change what the service is told of an event, each time that it is sent; what waits on the device stays as it is. */
  beforeSend?(event: TrackedEvent): TrackedEvent;
}

/** All that changes events on their way. */
export interface Plugins {
  /** Adds a plugin behind the others; returns the function that takes it out. */
  use(plugin: Plugin): () => void;
  beforeRecord(event: TrackedEvent): TrackedEvent | null | undefined;
  beforeSend(event: TrackedEvent): TrackedEvent;
}

/**
 * Makes a line of plugins that is empty. The page's own `beforeRecord` stands behind all of them, and throws to who
 * records. A plugin that fails loses nothing: its error is reported, and the event goes on as it came to it.
 */
export function createPlugins(
  options: Pick<Plugin, 'beforeRecord'>,
  report: (error: unknown) => void,
): Plugins {
  const used = new Map<unknown, Plugin>();

  function through(moment: 'beforeRecord' | 'beforeSend', event: TrackedEvent) {
    let last: ReturnType<Plugins['beforeRecord']> = event;
    for (const plugin of used.values()) {
      try {
        if (last && plugin[moment]) last = changed(last, plugin[moment](checkedEvent(last)));
      } catch (error) {
        report(error);
      }
    }
    return last;
  }

  return {
    use(plugin) {
      const key = plugin.name ?? plugin;
      used.set(key, plugin);
      return () => void (used.get(key) === plugin && used.delete(key));
    },
    beforeRecord(event) {
      const last = through('beforeRecord', event);
      return last && options.beforeRecord ? changed(last, options.beforeRecord(last)) : last;
    },
    beforeSend: (event) => through('beforeSend', event) ?? event,
  };
}

/** What an event of each kind cannot be without. */
const NEEDED = {
  custom: 'name',
  purchase: 'items',
  cart: 'items',
  profile: 'dataFields',
  subscriptions: 'change',
  message: 'body',
} as const;

function changed(event: TrackedEvent, next: TrackedEvent | null | undefined) {
  const { kind, id, user, recordedAt } = event;
  if (next === null || next === undefined) return next;
  const [before, after] = [event, next].map(
    (one) => (one as object as Record<string, unknown>)[NEEDED[kind]],
  );
  must(
    shapeOf(after) === shapeOf(before) && Object.hasOwn(next, NEEDED[kind]),
    'What changes an event must give it at once, with all that it needs',
  );
  return checkedEvent({ ...next, kind, id, user, recordedAt } as TrackedEvent);
}

/** Tells apart a usable text, a list, and an object. */
function shapeOf(value: unknown): string {
  return isText(value) ? 'text' : Array.isArray(value) ? 'list' : isObject(value) ? 'object' : '';
}
