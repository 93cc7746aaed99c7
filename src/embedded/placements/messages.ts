import type { EmbeddedMessage } from '../../api/models/embedded.js';
import type { UserRef } from '../../api/models/user.js';
import { whenOpened } from '../../browser/surroundings.js';
import { feedOf } from '../../host/feed.js';
import { ownerOf } from '../../host/kept-for-user.js';
import { call } from '../../host/call.js';
import type { Host } from '../../host/host.js';
import { createAlarm } from '../../lib/alarm.js';
import { createEmitter } from '../../lib/emitter.js';
import { keepPlacements } from './kept-placements.js';
import { placementsIn, type Placements } from './message.js';
import { createWants } from './wants.js';

/** How much is known of a placement: nothing yet, its messages, or that they could not be got. */
export type State = 'loading' | 'ready' | 'failed';

/** The current user's messages, in the placements of this page. */
export interface Messages {
  /** Those of a placement that are known, the highest first. */
  of(placementId: string): EmbeddedMessage[];
  /** Asks the service for a placement, and again with each refresh until the function that it gives is called. */
  hold(placementId: string): () => void;
  stateOf(placementId: string): State;
  /** Whether a message is one of theirs. */
  has(message: EmbeddedMessage): boolean;
  /** Gets what the device keeps, at once. */
  recall(): Promise<void>;
  /** Asks the service for all placements that are held. */
  refresh(): Promise<void>;
  /** Tells of a placement that was asked for by itself in vain; returns the function that stops that. */
  onFailed(listener: (error: unknown) => void): () => void;
  /** Calls `listener` when something has changed; returns the function that stops it. */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** What messages are made of. */
export interface MessagesOptions {
  host: Host;
  /** What the service is asked, for these placements, besides whose messages. */
  queryFor: (placementIds: string[]) => object;
  /** Resolves once the page knows its placements. */
  ready: Promise<void>;
  /** Gets what `onNew` needs, so that it need not wait, as the page may be about to end. */
  prepare: () => Promise<unknown>;
  /** Hears of the messages that are new to this device. */
  onNew: (messages: EmbeddedMessage[], user: UserRef) => void;
  now: () => number;
}

/** How long a new placement waits for others, in milliseconds, so that they are asked for together. */
const SOON = 20;
/** How long the list of held messages is that the service is told: an address may be only so long. */
const TOLD = 3_000;

/** Gets the messages of the current user. */
export function createMessages({ host, ready, prepare, onNew, now, ...options }: MessagesOptions): Messages {
  const { on, emit } = createEmitter<{ change: undefined; failed: unknown }>();
  const kept = keepPlacements(host);
  const changed = () => emit('change', undefined);
  const stops = [kept.onChange(changed), host.on('user', changed), host.on('consent', changed)];
  const alarm = createAlarm(() => void askInTurn().catch((error: unknown) => emit('failed', error)), now);
  const wants = createWants(() => whenOpened(() => alarm.set(now() + SOON)));
  let recalled = Promise.resolve();
  let failed = '';

  const askInTurn = feedOf({
    ...{ host, prepare, onNew },
    ready: () => Promise.allSettled([ready, recalled]), // What fails is told to whoever asked for it.
    ask() {
      const ids = wants.take();
      const owner = ownerOf(host);
      if (!ids.length) return undefined;
      return fetchFor(ids, kept.placements, { host, ...options }).catch((error: unknown) => {
        failed = owner;
        wants.renew(ids);
        changed();
        throw error;
      });
    },
    keep(placements) {
      failed = '';
      return kept.replace(placements);
    },
  });

  return {
    of: (id) => kept.placements.get(id) ?? [],
    hold: wants.hold,
    stateOf(id) {
      if (kept.placements.has(id) || !host.user) return 'ready';
      return failed === ownerOf(host) ? 'failed' : 'loading';
    },
    has: kept.has,
    recall() {
      recalled = kept.recall();
      return recalled;
    },
    refresh() {
      wants.renew();
      return askInTurn();
    },
    onChange: (listener) => on('change', listener),
    onFailed: (listener) => on('failed', listener),
    close: () => [...stops, alarm.clear, kept.close, wants.clear].forEach((stop) => stop()),
  };
}

/** Asks the service for the messages of some placements. */
async function fetchFor(
  ids: string[],
  placements: Placements,
  { host, queryFor }: Pick<MessagesOptions, 'host' | 'queryFor'>,
): Promise<Placements> {
  const messages = ids.flatMap((id) => placements.get(id) ?? []).filter(({ elements }) => elements);
  const held = new Map<string, EmbeddedMessage>();
  let room = TOLD;
  for (const message of messages) {
    const { messageId } = message.metadata;
    room -= encodeURIComponent(messageId).length;
    if (room > 0) held.set(messageId, message);
  }
  const query = { ...queryFor(ids), currentMessageIds: [...held.keys()] };
  const answer = await call(host, 'GET /api/embedded-messaging/messages', query);
  const found = placementsIn(answer, { wanted: ids, held, report: host.report });
  for (const id of ids) {
    if (!found.get(id)?.length) host.note(`placement ${id}: the service has no message in it for this user`);
  }
  return found;
}
