import { z } from 'zod';
import type { DataFields } from '../../api/models/data-fields.js';
import { Refusal } from '../operation/refusal.js';
import { requirePersonNamed } from '../people/people.js';
import type { Person } from '../people/person.js';
import { eventsOf } from '../events/event-store.js';
import type { EventRecord } from '../events/event-record.js';
import { medium, messagesOf, type MessageRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import { SECOND } from '../time.js';
import { ACTS, actsOf, type Act } from './acts.js';
import { react } from './reactions.js';
import { visitInbox, visitUnknown } from './sessions.js';
import { linksOf } from './tracked-content.js';

/** How something happens to a message. */
export const actDetails = z.object({
  /** The message. Default: the latest of theirs that it can happen to. */
  messageId: z.string().exactOptional(),
  /** Of which medium that is. Default: any. */
  medium: medium.exactOptional(),
  /** The link that is clicked, one of the message's. Default: its first. */
  url: z.string().exactOptional(),
  /** What a reply says. */
  text: z.string().default('Thanks!'),
  /** Whether a bounce says that another time may do. */
  isSoft: z.boolean().exactOptional(),
});
/** How something happens to a message. */
export type ActDetails = z.infer<typeof actDetails>;

/** What a person can be made to do: something with a message, or a visit to the inbox or as a stranger. */
const personAct = z.enum([...ACTS, 'inbox', 'visit-unknown']);

/** Has a person do something, who is named by number, email or your own id; gives the events that this made. */
export function letPerson(service: Service, who: string, what: string, details: ActDetails): EventRecord[] {
  const { success, data: act } = personAct.safeParse(what);
  if (!success) throw new Refusal('NotFound', `People can ${personAct.options.join(', ')}; not ${what}`);
  const before = eventsOf(service).size;
  if (act === 'visit-unknown') visitUnknown(service, who);
  else if (act === 'inbox') visitInbox(service, requirePersonNamed(service, who));
  else actOn(service, messageFor(service, requirePersonNamed(service, who), act, details), act, details);
  return [...eventsOf(service).values()].slice(before);
}

/** Lets something happen to a message, with what an event of it says. */
export function actOn(
  service: Service,
  message: MessageRow,
  act: Act,
  details: Partial<ActDetails> = {},
): void {
  react(service, message, act, fieldsOf(service, message, act, details));
}

function fieldsOf(
  service: Service,
  { content, medium: by }: MessageRow,
  act: Act,
  { url, text = 'Thanks!', isSoft }: Partial<ActDetails>,
): DataFields {
  const now = service.clock.now();
  if (act === 'click') return clicked(content, by, url);
  if (act === 'reply') return { message: text };
  if (act === 'bounce') return isSoft === undefined ? {} : { isSoft };
  if (by !== 'Embedded' || act !== 'open') return {};
  const sessionId = `session-${service.tables.nextId()}`;
  const seen = { placementId: content['placementId'], displayCount: 1, displayDuration: 3 };
  return { sessionId, ...seen, start: now - 3 * SECOND, end: now };
}

/** What a click says: the link, by the name that it has in events of its medium. */
function clicked(content: DataFields, by: MessageRow['medium'], url: string | undefined): DataFields {
  const links = linksOf(content);
  const isTracked = by === 'Email' || by === 'SMS' || by === 'ChatApp';
  if (url !== undefined && isTracked && !links.includes(url)) {
    throw new Refusal('BadParams', '`url`: the message has no such link');
  }
  const link = url ?? links[0];
  if (link === undefined && isTracked) throw new Refusal('BadParams', 'The message has no link to click');
  if (link === undefined) return {};
  const names: Partial<Record<MessageRow['medium'], string>> = { InApp: 'clickedUrl', Embedded: 'targetUrl' };
  return { [names[by] ?? 'url']: link };
}

function messageFor(service: Service, { id }: Person, act: Act, details: ActDetails): MessageRow {
  const { messageId, medium: wanted } = details;
  const isMeant = (message: MessageRow) =>
    actsOf(message.medium).includes(act) &&
    (messageId === undefined ? !message.isProof : message.messageId === messageId) &&
    (wanted === undefined || message.medium === wanted) &&
    // Of the latest, one that can be clicked; one that is named is told why it cannot.
    (act !== 'click' || messageId !== undefined || !isLinkless(message));
  const message = messagesOf(service).where('personId', id).findLast(isMeant);
  if (message) return message;
  const which = messageId ?? wanted ?? 'any';
  throw new Refusal(
    'BadParams',
    `This person was sent no message to ${act} (\`messageId\` or \`medium\`: ${which})`,
  );
}

function isLinkless({ medium: by, content }: MessageRow): boolean {
  return (by === 'Email' || by === 'SMS' || by === 'ChatApp') && !linksOf(content).length;
}
