import type { EmbeddedMessage } from '../api/embedded.js';
import type { Sight } from '../browser/sight.js';
import type { Telling } from './telling.js';
import { createViews, type View } from './views.js';
import { beginVisit, type Visit } from './visit.js';

/** Counts what the visitor sees, one visit after another. */
export interface Visits {
  /** Counts a message of theirs while its element is in view; returns the function that stops it. */
  see(message: EmbeddedMessage, element: Element): () => void;
  /** Ends a visit, now or at an earlier moment. What is still in view may begin another. */
  end(at?: number): void;
  /** Ends a visit. Until `resume`, nothing is seen. */
  pause(): void;
  resume(): void;
}

/** What visits are made of. */
export interface VisitsOptions {
  sight: Sight;
  /** How long a message must be in view to be seen, in milliseconds. */
  time: number;
  /** Tells the service of the current user's messages. */
  tell: () => Telling;
  /** Names the current user. */
  owner: () => string;
  /** When the visitor was last there, in milliseconds since the epoch. */
  last: () => number;
  now: () => number;
}

/** Makes one for a page on which nothing has been seen. */
export function createVisits({ sight, time, tell, owner, last, now }: VisitsOptions): Visits {
  const views = createViews({ sight, owner, onAppear: begin, onDisappear: (view) => finish(view, last()) });
  /** What is to end for each message in view: the wait until it is seen, then the time for which it is. */
  const endings = new Map<View, (at: number) => void>();
  let visit: Visit | undefined;
  let isPaused = false;

  function begin(view: View) {
    const since = now();
    if (isPaused || view.owner !== owner()) return;
    const timer = setTimeout(() => {
      visit ??= beginVisit(since, tell());
      endings.set(view, visit.count(view.message, since));
    }, time);
    endings.set(view, () => clearTimeout(timer));
  }

  function finish(view: View, at: number) {
    endings.get(view)?.(at);
    endings.delete(view);
  }

  function end(at = last()) {
    for (const view of views.all) finish(view, at);
    visit?.end(at);
    visit = undefined;
    for (const view of views.all) begin(view);
  }

  return {
    see: (message, element) => (message.metadata.isProof ? () => undefined : views.see(message, element)),
    end,
    pause() {
      isPaused = true;
      end();
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      for (const view of views.all) begin(view);
    },
  };
}
