import { tabNews } from '../browser/tab-news.js';
import type { Drop } from '../events/outbox/ledger.js';
import type { TrackedEvent } from '../events/event.js';
import { endText, followedName, type Ending } from './ending.js';
import type { TellingParts } from './parts.js';

/** Ends what is followed: as delivered, or with the reason why that can never be. */
type End = (reason?: string | null, cause?: Error) => void;

/** What follows the events of one client, over all tabs. */
interface Follower {
  follow(id: string, recorded: Promise<unknown>): Promise<void>;
  tell(name: string, what: unknown): void;
}

const CLOSED = 'the client is closed';

const followers = new WeakMap<TellingParts, Follower>();

/** Resolves once the service has an event, and rejects once that can never be. */
export function follow(parts: TellingParts, id: string, recorded: Promise<unknown>): Promise<void> {
  return followerOf(parts).follow(id, recorded);
}

/** Tells whoever follows an event, here or in another tab, what becomes of it. */
export function tellFollower(parts: TellingParts, name: string, what: unknown): void {
  followerOf(parts).tell(name, what);
}

function followerOf(parts: TellingParts): Follower {
  const follower = followers.get(parts) ?? createFollower(parts);
  followers.set(parts, follower);
  return follower;
}

function createFollower({ base, visitor, stops }: TellingParts): Follower {
  const news = tabNews(followedName(base.name));
  const ends = new Map<string, End>();
  const recordedIds = new Set<string>();
  const endAll = (reason: string) => ends.forEach((end) => end(reason));

  /** Whichever tab sends an event tells the others; without consent, none does. */
  function wantNews() {
    if (visitor.agrees && ends.size) news.want();
  }
  function end(event: TrackedEvent, reason?: string, error?: Error) {
    ends.get(event.id)?.(reason, error);
    news.tell(endText(event, reason, error));
  }
  const hear = (text: string) => {
    const [id, reason, answer] = JSON.parse(text) as Ending;
    ends.get(id)?.(reason, answer && Object.assign(new Error(answer.message), answer));
  };
  stops.push(news.on(hear), () => endAll(CLOSED));

  return {
    follow: (id, recorded) =>
      new Promise<void>((resolve, reject) => {
        const before = ends.get(id);
        ends.set(id, (reason, cause) => {
          ends.delete(id);
          recordedIds.delete(id);
          before?.(reason, cause);
          if (reason) reject(new Error(`The event is not delivered: ${reason}`, { cause }));
          else resolve();
        });
        const left = () => ends.get(id)?.('it was left out, or `delivered` is read too late');
        recorded.then(() => recordedIds.has(id) || left(), reject);
        if (base.isClosed) endAll(CLOSED);
        wantNews();
      }),
    tell(name, what) {
      if (name === 'recorded') note(what as TrackedEvent);
      else if (name === 'delivered') end(what as TrackedEvent);
      else if (name === 'dropped') drop(what as Drop);
      else if (what === 'denied') endAll('the visitor refuses');
      else wantNews();
    },
  };

  function note({ id }: TrackedEvent) {
    if (ends.has(id)) recordedIds.add(id);
  }
  function drop({ event, reason, error }: Drop) {
    end(event, reason, error);
  }
}
