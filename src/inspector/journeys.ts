import type { TrackedEvent } from '../events/event.js';
import type { InspectedClient } from './inspected.js';

/** An event on its way from the page to the service. */
export interface Journey {
  id: string;
  /** What happened, such as `product-viewed`. */
  name: string;
  /** `gone` is what no longer waits here, since another tab has sent it. */
  state: 'waiting' | 'delivered' | 'dropped' | 'gone';
  /** In milliseconds since the epoch. */
  recordedAt: number;
  /** When it arrived or was dropped, in milliseconds since the epoch. */
  endedAt?: number;
  /** Why it was dropped. */
  reason?: string;
  /** Whether it was recorded by another page, or before anybody looked. */
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

/** How many are remembered: a page may record thousands. */
const MOST = 100;
/** How long after it was recorded an event may be on its way to the device's count, in milliseconds. */
const SETTLED = 2_000;

/** Follows each event of a page from recorded to delivered or dropped. */
export function followJourneys(client: InspectedClient, now: () => number, onChange: () => void): Journeys {
  const all: Journey[] = [];

  function find(event: TrackedEvent, isEarlier: boolean): Journey {
    const { id, recordedAt } = event;
    const found = all.find((journey) => journey.id === id);
    if (found) return found;
    const journey: Journey = { id, name: nameOf(event), state: 'waiting', recordedAt, isEarlier };
    all.unshift(journey);
    all.splice(MOST);
    return journey;
  }
  function end(event: TrackedEvent, how: Partial<Journey>) {
    Object.assign(find(event, true), how, { endedAt: now() });
    onChange();
  }
  const stops = [
    client.on('recorded', (event) => {
      find(event, false);
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

/** What an event is called. */
export function nameOf(event: TrackedEvent): string {
  switch (event.kind) {
    case 'custom':
      return event.name;
    case 'cart':
      return `cart of ${event.items.length}`;
    case 'message':
      return routeInWords(event.route);
    case 'profile':
    case 'purchase':
    case 'subscriptions':
      return event.kind;
  }
}

/** Such as `in-app open` for `POST /api/events/trackInAppOpen`. */
function routeInWords(route: string): string {
  const [name = route] = /[^/]*$/.exec(route) ?? [];
  const kind = route.includes('embedded-messaging') ? 'embedded ' : '';
  return (
    kind + name.replace(/track|InApp|inApp/g, (word) => (word === 'track' ? '' : 'in-app '))
  ).toLowerCase();
}
