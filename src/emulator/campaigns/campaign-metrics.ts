import { eventsOf } from '../events/event-store.js';
import type { EventRecord } from '../events/event-record.js';
import type { Service } from '../state/service.js';

/** A span of time: from `from` on, and before `to`; in milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

/** The figures of a message, by the ending of the events that they count. */
const figures: Record<string, RegExp> = {
  Sends: /^[a-zA-Z]+Send$/,
  'Send Skips': /SendSkip$/,
  Deliveries: /^(inAppDelivery|embeddedReceived)$/,
  Opens: /Open$|^chatAppSeen$|^embeddedImpression$/,
  Clicks: /[a-z]Click$/,
  Bounces: /Bounce$/,
  Complaints: /Complaint$/,
  Unsubscribes: /^emailUnSubscribe$/,
};

/** The names of the figures, as {@link figuresOf} gives them. */
export const FIGURE_NAMES = [
  ...Object.keys(figures),
  'Unique Opens',
  'Unique Clicks',
  'Purchases',
  'Revenue',
];

/** The figures of the events that belong to something, in the order of {@link FIGURE_NAMES}. */
export function figuresOf(events: readonly EventRecord[]): number[] {
  const of = (kind: RegExp) => events.filter(({ type }) => kind.test(type));
  const people = (kind: RegExp) => new Set(of(kind).map(({ personId }) => personId)).size;
  const purchases = of(/^purchase$/);
  const revenue = purchases.reduce((sum, { fields }) => sum + Number(fields['total'] ?? 0), 0);
  return [
    ...Object.values(figures).map((kind) => of(kind).length),
    people(figures['Opens'] ?? /Open$/),
    people(figures['Clicks'] ?? /Click$/),
    purchases.length,
    revenue,
  ];
}

/** The events of a span that belong to a campaign, or to a template of it. */
export function creditedEvents(
  service: Service,
  about: { campaignId?: number; templateId?: number },
  span: Span,
) {
  return [...eventsOf(service).values()].filter(
    ({ createdAt, fields }) =>
      createdAt >= span.from &&
      createdAt < span.to &&
      Object.entries(about).every(([name, id]) => fields[name] === id),
  );
}
