import type { Client, TrackedEvent } from 'tidings';
import { countsIn, nameOf, nothing, type Counts } from './counts.js';
import type { Call, Network } from './network.js';
import { bodyHolds } from './routes.js';

/** An event on its way from the page to the service. */
export interface Journey {
  id: string;
  /** What happened, such as `product-viewed`. */
  name: string;
  state: 'waiting' | 'sending' | 'delivered' | 'dropped';
  /** In milliseconds since the epoch. */
  recordedAt: number;
  /** When it arrived or was given up, in milliseconds since the epoch. */
  endedAt?: number;
  /** Why it was given up. */
  reason?: string;
  /** Whether it was recorded in another tab. */
  isElsewhere: boolean;
  /** Whether another tab has delivered it. */
  wasHanded?: boolean;
}

/** What the panel knows, kept from page to page of one tab. */
export interface Facts {
  /** The latest last. */
  journeys: Journey[];
  /** The latest last. */
  calls: Call[];
  counts: Counts;
  /** How many events waited, second by second; the latest last. */
  depths: number[];
}

/** The panel's notes of what the SDK tells. */
export interface Notes {
  readonly facts: Facts;
  /** Takes down how many events wait now. */
  measure(depth: number): void;
  /** Calls `listener` each time something is known that was not. */
  watch(listener: (told: Told) => void): void;
}

/** Something that one tab tells the others. */
export type Told =
  | { what: 'recorded' | 'delivered'; event: TrackedEvent }
  | { what: 'dropped'; event: TrackedEvent; reason: string }
  | { what: 'call'; call: Call };

const KEY = 'panel-notes';
const MOST = { journeys: 14, calls: 14, depths: 60 };

/** Takes notes of everything a client tells, in this tab and in the others. */
export function keepNotes(client: Client, network: Network): Notes {
  const facts = stored();
  const listeners = new Set<(told: Told) => void>();
  const channel = new BroadcastChannel(KEY);

  function learn(told: Told, isElsewhere = false) {
    if (told.what === 'call') noteCall(facts, told.call, isElsewhere);
    else noteEvent(facts, told, isElsewhere);
    sessionStorage.setItem(KEY, JSON.stringify(facts));
    listeners.forEach((listener) => listener(told));
  }
  function tell(told: Told) {
    learn(told);
    channel.postMessage(told);
  }

  channel.addEventListener('message', ({ data }) => learn(data as Told, true));
  client.on('recorded', (event) => tell({ what: 'recorded', event }));
  client.on('delivered', (event) => tell({ what: 'delivered', event }));
  client.on('dropped', ({ event, reason }) => tell({ what: 'dropped', event, reason }));
  network.watch((call) => call && tell({ what: 'call', call: { ...call } }));

  return {
    facts,
    measure(depth) {
      facts.depths.push(depth);
      trim(facts.depths, MOST.depths);
    },
    watch: (listener) => void listeners.add(listener),
  };
}

function noteEvent(facts: Facts, told: Exclude<Told, { what: 'call' }>, isElsewhere: boolean) {
  const { event, what } = told;
  const { id, recordedAt } = event;
  const known = facts.journeys.find((journey) => journey.id === id);
  const journey = known ?? { id, name: nameOf(event), state: 'waiting', recordedAt, isElsewhere };
  if (!known) facts.journeys.push(journey);
  trim(facts.journeys, MOST.journeys);
  countsIn(facts.counts, what, event);
  if (what === 'recorded') return;
  journey.state = what;
  journey.endedAt = Date.now();
  journey.wasHanded = isElsewhere && !journey.isElsewhere;
  if (told.what !== 'dropped') return;
  journey.reason = told.reason;
  facts.counts.drops[told.reason] = (facts.counts.drops[told.reason] ?? 0) + 1;
}

function noteCall(facts: Facts, call: Call, isElsewhere: boolean) {
  const index = facts.calls.findIndex(({ id }) => id === call.id);
  if (index < 0) facts.calls.push(call);
  else facts.calls[index] = call;
  trim(facts.calls, MOST.calls);
  if (index < 0 && !isElsewhere) facts.counts.requests += 1;
  const under = facts.journeys.filter(({ endedAt }) => !endedAt);
  for (const told of call.batch?.lines ?? [call]) {
    const carried = under.findIndex((journey) => bodyHolds(told, journey));
    // What has no id of its own is told from others of its kind by its turn.
    const [journey] = carried < 0 ? [] : under.splice(carried, 1);
    if (journey) journey.state = call.status === undefined ? 'sending' : 'waiting';
  }
}

function trim(list: unknown[], most: number) {
  list.splice(0, Math.max(0, list.length - most));
}

function stored(): Facts {
  const empty: Facts = { journeys: [], calls: [], counts: nothing(), depths: [] };
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Facts>) };
  } catch {
    return empty; // Notes of an older panel.
  }
}
