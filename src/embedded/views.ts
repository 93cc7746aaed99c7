import type { EmbeddedMessage } from '../api/embedded.js';
import type { Sight } from '../browser/sight.js';

/** A message in view. */
export interface View {
  message: EmbeddedMessage;
  /** Names the user whose it is. */
  owner: string;
}

/** What views are made of. */
export interface ViewsOptions {
  sight: Sight;
  /** Names the current user. */
  owner: () => string;
  /** Hears of a message that comes into view in its first element. */
  onAppear: (view: View) => void;
  /** Hears of one that leaves the last. */
  onDisappear: (view: View) => void;
}

/** Knows which messages are in view; each may stand in several elements. */
export interface Views {
  readonly all: Iterable<View>;
  /** Follows a message in one of its elements; returns the function that stops it. */
  see(message: EmbeddedMessage, element: Element): () => void;
}

/** Makes one for a page with nothing in view. */
export function createViews({ sight, owner, onAppear, onDisappear }: ViewsOptions): Views {
  const views = new Map<string, View & { elements: number }>();

  function move(message: EmbeddedMessage, whose: string, by: 1 | -1) {
    const id = message.metadata.messageId;
    const view = views.get(id) ?? { message, owner: whose, elements: 0 };
    views.set(id, view);
    view.elements += by;
    if (!view.elements) {
      views.delete(id);
      onDisappear(view);
    } else if (by > 0 && view.elements === 1) onAppear(view);
  }

  return {
    all: { [Symbol.iterator]: () => views.values() },
    see(message, element) {
      const whose = owner();
      let isIn = false;
      const stop = sight.watch(element, (isInView) => move(message, whose, (isIn = isInView) ? 1 : -1));
      return () => {
        stop();
        if (isIn) move(message, whose, -1);
        isIn = false;
      };
    },
  };
}
