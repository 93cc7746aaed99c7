import type { EmbeddedMessage, PlacementId } from '../api/models/embedded.js';
import { isPage } from '../browser/page.js';
import type { Attachable } from '../host/attachable.js';
import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { must } from '../lib/must.js';
import type { PlacementContent, PlacementElement } from './elements/placement.js';
import { fillPlacements } from './elements/placement-element.js';
import { createRoom } from './elements/room.js';
import { loadForUser } from '../host/load-for-user.js';
import { placementIdOf } from './placement-id.js';
import type { EmbeddedOptions } from './placements/placements.js';

export type { EmbeddedOptions };

/** The visitor's embedded messages. */
export interface Embedded {
  /** Those of a placement that are known, the highest first. From the first time on, the service is asked for it. */
  messages(placementId: PlacementId): EmbeddedMessage[];
  /** Calls `listener` now and when the messages of a placement have changed; returns the function that stops it. */
  watch(placementId: PlacementId, listener: (messages: EmbeddedMessage[]) => void): () => void;
  /** Tells the service of a click on a message, or on one of its buttons, and does what that asks for. */
  click(message: EmbeddedMessage, buttonId?: string): Promise<void>;
  /** Counts a message while an element of your own, which shows it, is in view; returns the function that stops it. */
  visible(message: EmbeddedMessage, element: Element): () => void;
  /** Asks the service for the messages of all placements on the page. */
  refresh(): Promise<void>;
  /** Ends the session, empties the elements, and stops. */
  close(): void;
}

/**
 * Shows the visitor's embedded messages in each `<tidings-placement>` of the page. Called again for the same client, it
 * gives the same, which stops once all have closed it.
 *
 * @example
 * ```ts
 * const embedded = startEmbedded(client, { onAction: (name) => console.log(name) });
 * ```
 */
export function startEmbedded(client: Attachable, options: EmbeddedOptions = {}): Embedded {
  return startOnce(client, 'embedded', options, start);
}

function start(host: Host, options: EmbeddedOptions): Embedded {
  const now = Date.now;
  // What is wrong with them is told before anything has begun, which nobody could end.
  const wanted = options.placements?.map(checked) ?? [];
  const asked = new Set<string>();
  const placements = loadForUser(host, async () => {
    const { createPlacements } = await import('./placements/placements.js');
    return createPlacements(host, options, now);
  });
  const { load, use } = placements;

  function messages(id: PlacementId) {
    const placementId = checked(id);
    let known: EmbeddedMessage[] = [];
    const stop = use((there) => void (known = there.messages(placementId)));
    // Once is enough until it is there, however often a page looks.
    if (asked.has(placementId)) stop();
    asked.add(placementId);
    return known;
  }
  function show(element: PlacementElement): PlacementContent {
    const room = createRoom(element);
    let content: PlacementContent | undefined;
    const stop = use((there) => (content = there.show(element, room)).stop, room.setState);
    return {
      change: (attribute) => content?.change(attribute),
      stop() {
        stop();
        room.root.replaceChildren();
      },
    };
  }
  const stops = [placements.close, ...(isPage() ? [fillPlacements({ show, host })] : [])];
  wanted.forEach(messages);

  return {
    messages,
    watch(id, listener) {
      const placementId = checked(id);
      let isTold = false;
      return use(
        (there) => there.watch(placementId, listener),
        () => {
          if (!isTold) listener([]);
          isTold = true;
        },
      );
    },
    click: async (message, buttonId) => (await load()).click(message, buttonId),
    visible: (message, element) => use((there) => there.visible(message, element)),
    async refresh() {
      if (host.user) await (await load()).refresh();
    },
    close: () => stops.forEach((stop) => stop()),
  };
}

/** The id of a placement, as the page gives it. */
function checked(id: PlacementId): string {
  const known = placementIdOf(id);
  must(known !== undefined, '`placementId` must be a whole number');
  return known;
}
