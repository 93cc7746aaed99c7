import type { EmbeddedImpression } from '../api/models/embedded-events.js';
import type { TrackedEvent } from '../events/event.js';
import { breaksOf } from '../plan/breaks-of.js';
import type { Plan } from '../plan/schema.js';
import type { InspectedClient } from './inspected.js';
import { spanInWords } from './make.js';
import { nameOf } from './names.js';

/** An event on its way from the page to the service. */
export interface Journey {
  id: string;
  /** What happened, such as `product-viewed`. */
  name: string;
  /** `gone` is what no longer waits here: another tab has sent it, a later one is in its place, or it was forgotten. */
  state: 'waiting' | 'delivered' | 'dropped' | 'gone';
  /** In milliseconds since the epoch. */
  recordedAt: number;
  /** When it arrived or was dropped, in milliseconds since the epoch. */
  endedAt?: number;
  /** Why it was dropped. */
  reason?: string;
  /** What it tells of messages that were seen, where it does. */
  seen?: string | undefined;
  /** What it breaks of the tracking plan, if anything. */
  breaks: string[];
  /** Whether it was recorded by an earlier page. */
  isEarlier: boolean;
}

/** What an inspector has heard of events. */
export interface Journeys {
  /** The latest first. */
  readonly all: readonly Journey[];
  /** Takes note that nothing waits on this device. */
  noneWaits(): void;
  close(): void;
}

/** What events are followed with. */
export interface FollowOptions {
  plan: Plan | undefined;
  now: () => number;
  /** Hears that there is news of one. */
  onChange: () => void;
}

/** How many are remembered: a page may record thousands. */
const MOST = 100;
/** How long after it was recorded an event may be on its way to the device's count, in milliseconds. */
const SETTLED = 2_000;

/** Follows each event of a page from recorded to delivered or dropped. */
export function followJourneys(client: InspectedClient, { plan, now, onChange }: FollowOptions): Journeys {
  const all: Journey[] = [];

  function find(event: TrackedEvent, isOurs: boolean): Journey {
    const { id, recordedAt } = event;
    const found = all.find((journey) => journey.id === id);
    if (found) return found;
    // What this page did before anybody looked is its own, too.
    const isEarlier = !isOurs && recordedAt < performance.timeOrigin;
    const journey: Journey = {
      ...{ id, name: nameOf(event), seen: seenIn(event), state: 'waiting', recordedAt, isEarlier },
      breaks: breaksIn(event, plan),
    };
    all.unshift(journey);
    all.splice(MOST);
    return journey;
  }
  function end(event: TrackedEvent, how: Partial<Journey>) {
    // It was forgotten for later ones.
    if (event.recordedAt < (all[MOST - 1]?.recordedAt ?? 0)) return;
    Object.assign(find(event, false), how, { endedAt: now() });
    onChange();
  }
  const stops = [
    client.on('recorded', (event) => {
      find(event, true);
      onChange();
    }),
    client.on('delivered', (event) => end(event, { state: 'delivered' })),
    client.on('dropped', ({ event, reason }) => end(event, { state: 'dropped', reason })),
  ];

  return {
    all,
    noneWaits() {
      for (const journey of all)
        if (journey.state === 'waiting' && now() - journey.recordedAt > SETTLED) journey.state = 'gone';
    },
    close: () => stops.forEach((stop) => stop()),
  };
}

/** What the end of a session tells of embedded messages, such as `3 messages seen for 4.2 s`. */
function seenIn(event: TrackedEvent): string | undefined {
  if (event.kind !== 'message' || !event.route.endsWith('/session')) return undefined;
  const { impressions = [] } = event.body as { impressions?: Partial<EmbeddedImpression>[] };
  const seconds = impressions.reduce((sum, { displayDuration = 0 }) => sum + displayDuration, 0);
  const { length } = impressions;
  return `${length} message${length === 1 ? '' : 's'} seen for ${spanInWords(seconds * 1_000)}`;
}

/** What a custom event breaks of a plan. */
function breaksIn(event: TrackedEvent, plan: Plan | undefined): string[] {
  try {
    return plan && event.kind === 'custom' ? breaksOf(event, plan) : [];
  } catch {
    return ['it cannot be read'];
  }
}
