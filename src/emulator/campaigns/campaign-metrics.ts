import { eventsOf } from '../events/event-store.js';
import { messagesOf } from '../state/project.js';
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
  Clicks: /(?<!Unsubscribe)Click$/,
  Bounces: /Bounce$/,
  Complaints: /Complaint$/,
  Unsubscribes: /^emailUnSubscribe$/,
};

/** The figure that events of a type count in, such as `Opens`; none for most. */
export function figureOf(type: string): string | undefined {
  return Object.keys(figures).find((name) => figures[name]?.test(type));
}

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
  about: { campaignId: number; templateId?: number },
  span: Span,
): EventRecord[] {
  return [...eventsOf(service).values()].filter((event) => {
    if (event.createdAt < span.from || event.createdAt >= span.to) return false;
    const { campaignId, templateId } = creditOf(service, event);
    const isOfTemplate = about.templateId === undefined || templateId === about.templateId;
    return campaignId === about.campaignId && isOfTemplate;
  });
}

/** The campaign and the template that an event is owed to, as it says itself or as the message does that it names. */
function creditOf(service: Service, { personId, createdAt, fields }: EventRecord): Credit {
  const { messageId, campaignId, templateId } = fields as Credit & { messageId?: string };
  const message = messageId === undefined ? undefined : messagesOf(service).get(messageId);
  if (message && !message.isProof) return message;
  if (campaignId === undefined || templateId !== undefined) return { campaignId, templateId };
  // What names a campaign alone is owed to the message of it that the person had got by then.
  const got = messagesOf(service)
    .where('personId', personId)
    .filter((row) => row.campaignId === campaignId && !row.isProof && row.createdAt <= createdAt);
  return { campaignId, templateId: got.at(-1)?.templateId };
}

interface Credit {
  campaignId?: number | undefined;
  templateId?: number | undefined;
}
