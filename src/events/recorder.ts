import { must } from '../lib/must.js';
import type { UserRef } from '../api/user.js';
import type { Visitor } from '../identity/visitor.js';
import type { TrackedEvent } from './event.js';
import type { Outbox } from './outbox.js';

/** Where events go, and whether they may. */
export interface RecorderOptions {
  outbox: Outbox;
  visitor: Visitor;
  /** What to do with what a visitor does before they are identified. */
  anonymous: 'keep' | 'drop';
  /** Empties the device. */
  erase: () => Promise<void>;
  onRecorded: (event: TrackedEvent) => void;
}

/** Records what the visitor agreed to. Until they have been asked, it waits in memory. */
export interface Recorder {
  record(event: TrackedEvent): Promise<void>;
  /** How many events wait for the visitor's word. */
  readonly waiting: number;
  /** Lets the events of nobody be a user's; without one, drops them. */
  adopt(user?: UserRef): Promise<void>;
  /** Does what the visitor said to what waits. */
  obey(): Promise<void>;
  /** Refuses everything from now on. */
  close(): void;
}

/** Makes a recorder over an outbox. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { outbox, visitor, anonymous, erase, onRecorded } = options;
  let unasked: TrackedEvent[] = [];
  let adopted: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  return {
    async record(event) {
      must(!isClosed, 'The client is closed: nothing more can be recorded');
      const { consent } = visitor;
      if (consent === 'denied' || (!event.user && anonymous === 'drop')) return;
      if (consent === 'pending') unasked.push(event);
      else await outbox.add(event);
      onRecorded(event);
    },
    get waiting() {
      return unasked.length;
    },
    async adopt(user) {
      unasked = unasked.flatMap((event) => (event.user ? event : user ? { ...event, user } : []));
      if (visitor.consent !== 'granted') return;
      // One after the other, so that nobody adopts what is being dropped.
      adopted = adopted.catch(() => undefined).then(() => outbox.adopt(undefined, user));
      await adopted;
    },
    async obey() {
      const { consent } = visitor;
      if (consent === 'pending') return;
      const events = unasked.splice(0);
      await (consent === 'granted' ? Promise.all(events.map(outbox.add)) : erase());
    },
    close: () => void (isClosed = true),
  };
}
