import { isPage, isVisible } from '../browser/page.js';
import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { ifPossible } from '../lib/if-possible.js';
import { createQueue } from '../lib/queue.js';
import type { Plan } from '../plan/schema.js';
import { eventsPart } from './events-part.js';
import { faultsPart } from './faults-part.js';
import { hasModal } from './has-modal.js';
import type { Inspected, InspectedClient, InspectedHost, Part } from './inspected.js';
import { followJourneys } from './journeys.js';
import { make } from './make.js';
import { maskFor } from './masked.js';
import { messagesPart } from './messages-part.js';
import { outboxPart } from './outbox-part.js';
import { createPanel } from './panel.js';
import { placementsPart } from './placements-part.js';
import { requestsPart } from './requests-part.js';
import { seenPart } from './seen-part.js';
import { troublePart } from './trouble-part.js';
import { visitorPart } from './visitor-part.js';
import { createWire } from './wire.js';

/** How an inspector begins. */
export interface InspectorOptions {
  /** Whether it begins open, or as a button in the corner, as it does while a modal dialog stands. Default: `true`. */
  isOpen?: boolean;
  /** Whether it has buttons for what can go wrong, offline and an expired token: for a test project. Default: `false`. */
  faults?: boolean;
  /** A tracking plan in JSON Schema: custom events that break it are marked, and so is a plan that cannot be read. Default: none. */
  plan?: Plan;
  /** Sections of the page's own among those of the inspector; those with `slot="end"` come last. Default: none. */
  own?: readonly HTMLElement[];
  /** Hears that the visitor has opened or closed it, for pages that stand beside it or remember that. */
  onToggle?: (isOpen: boolean) => void;
}

/** An inspector on the page. */
export interface Inspector {
  /** Takes it off the page, once all who have started it for this client have closed it. */
  close(): void;
}

/** How often what changes by itself is drawn, in milliseconds. */
const PERIOD = 1_000;
/** How long after something has happened it is drawn, with all else that happens until then, in milliseconds. */
const PAUSE = 250;

/**
 * Shows on the page what a client does: who the visitor is, what waits, and what became of each event. Nothing of it
 * leaves the page, and no key or token is drawn. Called again for the same client, it gives another handle of the same
 * panel, which goes once each of them has been closed.
 *
 * @example
 * ```ts
 * if (new URLSearchParams(location.search).has('tidings-inspect')) {
 *   const { startInspector } = await import('tidings/inspector');
 *   startInspector(client);
 * }
 * ```
 */
export function startInspector(client: InspectedClient, options: InspectorOptions = {}): Inspector {
  // Elements say nothing of themselves.
  const { own: _, ...told } = options;
  return startOnce(client, 'inspector', told, (host) => start(host, client, options));
}

function start(host: Host, client: InspectedClient, options: InspectorOptions): Inspector {
  // There is nothing to show it in during server rendering.
  if (!isPage()) return { close: () => undefined };
  const ends: (() => void)[] = [];
  const close = () => ends.splice(0).forEach((end) => end());
  try {
    begin(host as InspectedHost, client, options, ends);
  } catch (error) {
    // What a browser cannot do is no reason for the client not to.
    close();
    throw error;
  }
  return { close };
}

/** Begins to show what a client does; what ends that is added to `ends` as it begins. */
function begin(
  host: InspectedHost,
  client: InspectedClient,
  { isOpen = true, faults, plan, own = [], onToggle }: InspectorOptions,
  ends: (() => void)[],
) {
  const now = Date.now;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  ends.push(() => {
    isClosed = true;
    clearTimeout(soon);
  });
  /** Lets something end with the inspector. */
  function kept<Made extends { close?: () => void }>(made: Made): Made {
    if (made.close) ends.push(made.close);
    return made;
  }

  const wire = kept(createWire(host.base));
  const inspected: Inspected = { client, host, wire, now, masked: maskFor(host.base, wire) };
  const journeys = kept(followJourneys(client, { plan, now, onChange: lookSoon }));
  const seen = kept(seenPart(inspected));
  const parts: Part[] = [
    kept(visitorPart(inspected)),
    outboxPart(inspected),
    ownPart(),
    ...(faults ? [faultsPart(inspected)] : []),
    kept(troublePart(inspected)),
    eventsPart(inspected, journeys, plan),
    kept(requestsPart(inspected)),
    messagesPart(inspected),
    placementsPart(inspected),
    seen,
    ownPart('end'),
  ];
  const panel = createPanel({
    ...{ parts: parts.map(({ element }) => element), own, overlay: seen.overlay },
    ...{ isOpen: isOpen && !hasModal(), onOpen: lookSoon, onToggle },
  });
  ends.push(panel.remove);
  wire.watch((_, answer) => void answer.then(lookSoon, lookSoon));

  /** Once, however much happens meanwhile: to count takes the device some time, which it needs for what it sends. */
  function lookSoon() {
    if (isClosed) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      void look();
    }, PAUSE);
  }
  /** One after another: a device may take its time. */
  const look = createQueue(async () => {
    wire.hold();
    // Why it cannot be counted is told by the client.
    const stats = await client.stats().catch(() => undefined);
    if (isClosed) return;
    panel.say(stats ? `${stats.waiting} waiting · ${stats.delivered} delivered` : 'Nothing can be counted');
    if (!stats) return;
    if (!stats.waiting) journeys.noneWaits();
    // What one cannot draw is no reason not to draw the others.
    if (panel.isOpen) parts.forEach((part) => ifPossible(() => part.draw(stats)));
  });
  const timer = setInterval(() => isVisible() && lookSoon(), PERIOD);
  ends.push(() => clearInterval(timer), client.on('user', lookSoon), client.on('consent', lookSoon));
}

/** Where sections of the page's own stand. */
function ownPart(name = ''): Part {
  return { element: make('slot', { name }), draw: () => undefined };
}
