import type { TrackedEvent } from 'tidings';

/** How much of everything there was in this tab's visit. */
export interface Counts {
  recorded: number;
  delivered: number;
  requests: number;
  /** Sessions in which embedded messages were seen, and how often and how long. */
  sessions: number;
  impressions: number;
  seconds: number;
  /** What was done with in-app messages. */
  opens: number;
  clicks: number;
  /** How many events were given up, by reason. */
  drops: Record<string, number>;
  /** The ids of what has been counted already. */
  seen: string[];
}

export const nothing = (): Counts => ({
  recorded: 0,
  delivered: 0,
  requests: 0,
  sessions: 0,
  impressions: 0,
  seconds: 0,
  opens: 0,
  clicks: 0,
  drops: {},
  seen: [],
});

/** Counts an event, and once what it tells of messages, whether that is heard when it is recorded or later. */
export function countsIn(
  counts: Counts,
  what: 'recorded' | 'delivered' | 'dropped',
  event: TrackedEvent,
): void {
  if (what !== 'dropped') counts[what] += 1;
  if (event.kind !== 'message' || counts.seen.includes(event.id)) return;
  counts.seen = [...counts.seen.slice(-50), event.id];
  if (/click$/i.test(event.route)) counts.clicks += 1;
  if (/Open$/.test(event.route)) counts.opens += 1;
  if (event.route.endsWith('/session')) addSession(counts, event.body);
}

/** What an event is called in the panel. */
export function nameOf(event: TrackedEvent): string {
  switch (event.kind) {
    case 'custom':
      return event.name;
    case 'cart':
      return `cart of ${event.items.length}`;
    case 'message':
      return wordsIn(event.route);
    case 'profile':
    case 'purchase':
      return event.kind;
    case 'subscriptions':
      return 'preferences';
  }
}

/** Such as `in-app open` for `POST /api/events/trackInAppOpen`. */
export function wordsIn(route: string): string {
  const name = route.split('/').at(-1) ?? route;
  const words = name.replace('track', '').replace('InApp', 'in-app ').replace('inApp', 'in-app ');
  const kind = route.includes('embedded-messaging') ? 'embedded ' : '';
  return (kind + words).toLowerCase();
}

function addSession(counts: Counts, body: object) {
  const { impressions = [] } = body as { impressions?: { displayCount: number; displayDuration: number }[] };
  counts.sessions += 1;
  for (const { displayCount, displayDuration } of impressions) {
    counts.impressions += displayCount;
    counts.seconds += displayDuration;
  }
}
