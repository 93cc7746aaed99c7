import type { EventRecord } from '../events/event-record.js';
import { figureOf } from '../campaigns/campaign-metrics.js';
import type { Inspection } from '../inspection.js';
import { Refusal } from '../operation/refusal.js';
import type { CampaignRow } from '../state/project.js';
import { DAY, HOUR } from '../time.js';

/** How far a chart goes back: in how many steps, and how long each is, in milliseconds. */
const spans = {
  day: [24, HOUR],
  week: [28, 6 * HOUR],
  month: [30, DAY],
  year: [52, 7 * DAY],
} as const;

/** How many campaigns are told. */
const MOST = 30;

/** What happened over a span of time. */
export interface Charts {
  /** When the first step begins, in milliseconds since the epoch. */
  from: number;
  /** How long a step is, in milliseconds. */
  step: number;
  /** How many events of each type there were in each step; the most frequent first. */
  types: { type: string; counts: number[]; total: number }[];
  funnels: Funnel[];
}

/** How far the people went who were sent a campaign, whenever that was. */
export interface Funnel {
  id: number;
  name: string;
  medium: string;
  /** How many people there are of each; whoever opens it twice is one. */
  people: Record<'sent' | 'opened' | 'clicked' | 'bought', number>;
  /** How many events there are of each. */
  events: Record<'bounced' | 'complained' | 'unsubscribed', number>;
}

/** What happened up to now, by type and by campaign. */
export function chartsOf(inspect: Inspection, now: number, span = 'week'): Charts {
  if (!Object.hasOwn(spans, span)) throw new Refusal('BadParams', '`span` must be day, week, month or year');
  const [steps, step] = spans[span as keyof typeof spans];
  // Steps begin where clocks show a whole one, so that a bar does not change as the page looks again.
  const from = (Math.floor(now / step) + 1 - steps) * step;
  const events = inspect.events();
  return { from, step, types: countsOf(events, { from, step, steps }), funnels: funnelsOf(inspect, events) };
}

function countsOf(
  events: readonly EventRecord[],
  { from, step, steps }: { from: number; step: number; steps: number },
): Charts['types'] {
  const byType = new Map<string, number[]>();
  for (const { type, createdAt } of events) {
    const index = Math.floor((createdAt - from) / step);
    if (index < 0 || index >= steps) continue;
    const counts = byType.get(type) ?? Array.from({ length: steps }, () => 0);
    byType.set(type, counts);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return [...byType]
    .map(([type, counts]) => ({ type, counts, total: counts.reduce((sum, count) => sum + count, 0) }))
    .sort((a, b) => b.total - a.total || (a.type < b.type ? -1 : 1));
}

/** The campaigns that were sent, the latest made first. */
function funnelsOf(inspect: Inspection, events: readonly EventRecord[]): Funnel[] {
  const byCampaign = new Map<unknown, EventRecord[]>();
  for (const event of events) {
    const theirs = byCampaign.get(event.fields['campaignId']);
    if (theirs) theirs.push(event);
    else byCampaign.set(event.fields['campaignId'], [event]);
  }
  return (inspect.rows('campaigns') as CampaignRow[])
    .map((campaign) => funnelOf(campaign, byCampaign.get(campaign.id) ?? []))
    .filter(({ people }) => people.sent > 0)
    .sort((a, b) => b.id - a.id)
    .slice(0, MOST);
}

function funnelOf({ id, name, messageMedium }: CampaignRow, events: readonly EventRecord[]): Funnel {
  const of = (figure: string) => events.filter(({ type }) => figureOf(type) === figure);
  const peopleOf = (figure: string) => new Set(of(figure).map(({ personId }) => personId)).size;
  return {
    id,
    name,
    medium: messageMedium,
    people: {
      sent: peopleOf('Sends'),
      opened: peopleOf('Opens'),
      clicked: peopleOf('Clicks'),
      bought: new Set(events.filter(({ type }) => type === 'purchase').map(({ personId }) => personId)).size,
    },
    events: {
      bounced: of('Bounces').length,
      complained: of('Complaints').length,
      unsubscribed: of('Unsubscribes').length,
    },
  };
}
