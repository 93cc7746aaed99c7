import { listIn } from '../../host/feed.js';
import { hint } from '../../lib/hint.js';
import type { EmbeddedMessage, EmbeddedMessages, PlacementId } from '../../api/models/embedded.js';
import { isStorable } from '../../lib/storable.js';
import { placementIdOf } from '../placement-id.js';

/** The messages of each placement, the highest first; a placement goes by its id as a text. */
export type Placements = Map<string, EmbeddedMessage[]>;

/** What an answer is read with. */
export interface Reading {
  /** The placements that were asked for. */
  wanted: readonly string[];
  /** Messages whose elements need not come again, by id. */
  held: ReadonlyMap<string, EmbeddedMessage>;
  /** Hears why a message is left out, once for each reason. */
  report: (error: Error) => void;
}

/** How many messages of a placement are shown at most. */
const MOST = 100;
/** How long an id may be: all that is told of the message carries it. */
const LONGEST_ID = 512;
/** How long a message may be, written as JSON. */
const LONGEST = 200_000;
/** How long all messages of an answer may be: more would keep the device from storing what matters more. */
const ROOM = 2_000_000;

/** The messages of an answer, which is not taken at its word; none for a placement that it does not name. */
export function placementsIn(answer: unknown, { wanted, held, report }: Reading): Placements {
  const placements: Placements = new Map(wanted.map((id) => [id, []]));
  const known = new Set<string>();
  const flaws = new Set<string>();
  let room = ROOM;
  for (const placement of listIn((answer as EmbeddedMessages | null | undefined)?.placements)) {
    const { placementId = '', embeddedMessages } = { ...placement };
    const messages = placements.get(placementIdOf(placementId) ?? '');
    for (const found of messages && Array.isArray(embeddedMessages) ? embeddedMessages : []) {
      const message = messageIn(found, { placementId, held });
      const id = typeof message === 'string' ? '' : message.metadata.messageId;
      const size = JSON.stringify(message).length;
      if (typeof message === 'string') flaws.add(message);
      else if (known.has(id)) flaws.add(hint('A message is left out: its id is that of another'));
      else if (messages?.length === MOST)
        flaws.add(hint('A message is left out: its placement has more than 100'));
      else if (size > room) flaws.add(hint('A message is left out: all together are too large to keep'));
      else {
        room -= size;
        messages?.push(message);
      }
      known.add(id);
    }
  }
  flaws.forEach((flaw) => report(new Error(flaw)));
  // Of two that rank alike, the service's own order tells which is the older.
  for (const messages of placements.values()) messages.sort((a, b) => rankOf(a) - rankOf(b));
  return placements;
}

/** A whole message, or what is wrong with it. */
function messageIn(
  found: Partial<EmbeddedMessage> | undefined,
  { placementId, held }: Pick<Reading, 'held'> & { placementId: PlacementId },
): EmbeddedMessage | string {
  const { metadata, elements, payload } = { ...found };
  const { messageId } = { ...metadata };
  if (typeof messageId !== 'string' || !messageId || messageId.length > LONGEST_ID)
    return hint('A message is left out: it has no usable id');
  if (!isStorable(found, LONGEST)) return hint('A message is left out: it is too large to keep');
  const whole = {
    ...held.get(messageId),
    ...(isFilled(elements) && { elements }),
    ...(isFilled(payload) && { payload }),
  };
  if (!whole.elements && !whole.payload) return hint('A message is left out: it has nothing to show');
  return { ...whole, metadata: { ...metadata, messageId, placementId } };
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value ?? {}).length > 0;
}

function rankOf({ metadata: { priorityOrder } }: EmbeddedMessage): number {
  return Number.isFinite(priorityOrder) ? Number(priorityOrder) : Number.MAX_VALUE;
}
