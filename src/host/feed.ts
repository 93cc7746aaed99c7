import { isVisible, on, onOnline, onPageShown } from '../browser/page.js';
import { whenOpened } from '../browser/surroundings.js';
import { createAlarm } from '../lib/alarm.js';
import { backoff } from '../lib/backoff.js';
import { createQueue } from '../lib/queue.js';
import type { UserRef } from '../api/models/user.js';
import type { ApiError } from '../errors.js';
import type { Host } from './host.js';
import { ownerOf } from './kept-for-user.js';

/** How many that are no more are remembered. */
const MEMORY = 200;
/** How long after it was asked the service is asked again at the earliest, when there is news, in milliseconds. */
const PACE = 1_000;

/** What a feed asks for, and who gets what came. */
export interface FeedOptions<Answer, New> {
  host: Host;
  /** Resolves once it is known what to ask for. */
  ready?: () => Promise<unknown>;
  /** Asks the service; nothing, if there is nothing to ask for. */
  ask: () => Promise<Answer> | undefined;
  /** Gets what `onNew` needs for what came, before it counts as known here: the page may be about to end. */
  prepare: (answer: Answer) => Promise<unknown>;
  /** Keeps what came. Gives what is new to this device. */
  keep: (answer: Answer) => Promise<New[]>;
  onNew: (fresh: New[], user: UserRef) => void;
}

/** Makes the function that asks the service for what the current user has; calls made while it is asked share the next request. */
export function feedOf<Answer, New>(options: FeedOptions<Answer, New>): () => Promise<void> {
  const { host, ready, ask, prepare, keep, onNew } = options;
  return createQueue(async () => {
    await ready?.();
    const { user } = host;
    const owner = ownerOf(host);
    const asked = user && ask();
    if (!asked) return;
    const answer = await asked;
    await prepare(answer);
    // It is for one who has left.
    if (owner === ownerOf(host)) onNew(await keep(answer), user);
  });
}

/** The messages of an answer, which is not taken at its word: what names none, such as a proxy's empty page, takes none away. */
export function listIn<Item>(list: Item[] | undefined): (Item | undefined)[] {
  if (!Array.isArray(list)) throw new Error('The service has answered without a list of messages');
  return list;
}

/** The ids that stay known once these are here: nobody gets twice what is no more for a moment. */
export function knownIds(before: Iterable<string>, present: readonly string[]): string[] {
  const past = [...before].filter((id) => !present.includes(id));
  return [...past.slice(-MEMORY), ...present];
}

/** A visitor's messages, on this device and at the service. */
export interface FreshMessages {
  /** Reads those that are kept on this device for whoever the visitor is. */
  recall(): Promise<void>;
  /** Asks the service for them; calls that share a request share its end. */
  refresh(): Promise<void>;
  /** Tells of what was asked in between, and failed; returns the function that stops that. */
  onFailed?(listener: (error: unknown) => void): () => void;
}

/** Says that there is news: an `EventSource` and the like whose messages do, or a function that gets what to call. */
export type NewsSource = EventTarget | ((onNews: () => void) => (() => void) | void);

/** When a page asks for messages again. */
export interface FreshOptions {
  /** After how long away the page asks for messages again, in milliseconds. Default: 5 minutes. */
  refreshAfter?: number;
  /**
   * Says that there is news for the visitor, so that messages come at once: an `EventSource` whose messages say so, or
   * a function that gets what to call and gives the function that stops it. Default: none, nothing is polled.
   */
  news?: NewsSource;
}

/** What is kept fresh. */
export interface Fresh extends FreshOptions {
  host: Host;
  messages: FreshMessages;
  /** Hears that the visitor or their consent has changed, before their messages are recalled. */
  onChange?: () => void;
  now: () => number;
}

/**
 * Recalls and refreshes a visitor's messages at the start, when the visitor or their consent changes, when there is news,
 * and when the page is shown again after a while. What failed is tried again, less and less often, and once there is a
 * network. Gives the function that stops it.
 */
export function keepFresh({ host, messages, refreshAfter = 300_000, news, onChange, now }: Fresh) {
  let askedAt = now();
  let failures = 0;
  let isStale = false;
  let isOpened = false;
  let isStopped = false;
  let told: unknown;
  const alarm = createAlarm(() => isVisible() && refresh(), now);

  function refresh() {
    // Something may have been on its way when it ended, and fail after that.
    if (isStopped) return;
    askedAt = now();
    isStale = false;
    alarm.clear();
    // A later request may fail for the very same reason.
    told = undefined;
    messages.refresh().then(() => (failures = 0), fail);
  }
  function fail(error: unknown) {
    // Of a request that is shared, each who asked hears what became of it.
    if (isStopped || error === told) return;
    told = error;
    host.report(error);
    failures += 1;
    // What the service has refused, by its own word, is refused the next time.
    const { code, isTransient } = error as Partial<ApiError>;
    if (isTransient !== false || !code) alarm.set(now() + backoff(failures, Math.random));
  }
  const recall = (then: () => unknown) => void messages.recall().then(then, host.report);
  const again = () => recall(() => (isStale || failures || now() - askedAt > refreshAfter) && hearNews());
  /** However often it is said, or the page shown, and only where somebody sees it: a page that is hidden asks once it is shown. */
  function hearNews() {
    isStale = true;
    // A clock that was set back meanwhile is not waited for.
    alarm.set(Math.min(askedAt, now()) + PACE);
  }
  const restart = () => {
    onChange?.();
    // Whoever is there once it is opened is asked for then.
    recall(() => isOpened && refresh());
  };
  const stops = [
    host.on('user', restart),
    host.on('consent', restart),
    // What other tabs did meanwhile, a page in the back/forward cache has not heard.
    onPageShown(again),
    onOnline(() => failures && refresh()),
    messages.onFailed?.(fail),
    followNews(news, hearNews, host.report),
    alarm.clear,
  ];
  whenOpened(() => {
    isOpened = true;
    recall(refresh);
  });
  return () => {
    isStopped = true;
    stops.forEach((stop) => stop?.());
  };
}

/** Follows what is the page's own: it may throw, or promise what fails, which keeps nothing else from its work. */
function followNews(news: NewsSource | undefined, onNews: () => void, report: (error: unknown) => void) {
  const begin = async () => (typeof news === 'function' ? news(onNews) : news && on(news, 'message', onNews));
  const stop = begin().catch(report) as Promise<unknown>;
  return () => void stop.then((end) => typeof end === 'function' && (end as () => unknown)()).catch(report);
}
