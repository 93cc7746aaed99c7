import { bodyRead, isPage, queryOf } from '../browser/page.js';
import type { Attachable } from '../host/attachable.js';
import type { Done, Host } from '../host/host.js';
import { loadForUser } from '../host/load-for-user.js';
import { startOnce } from '../host/start-once.js';
import type { Inbox } from './inbox/inbox.js';
import { fillInboxes } from './inbox/inbox-element.js';
import type { FetchedMessage, Keeping, KeepingOptions, MessageState } from './keeping/keeping.js';
import type { GetPreview } from './preview/preview.js';
import { textsOf } from './texts.js';
import { ignore } from '../lib/ignore.js';

export type { FetchedMessage, MessageState };

/** How in-app messages are fetched and shown. */
export interface InAppOptions extends KeepingOptions {
  /**
   * Gets the message that a template makes from your own server, for a page that is opened with
   * `?tidings-preview=TOKEN`: it is shown there, and nobody is told. Default: such pages are as all others.
   */
  getPreview?: GetPreview;
}

/** The visitor's in-app messages. */
export interface InApp {
  readonly inbox: Inbox;
  /** All that are there for the visitor, newest first: also those that wait, or were put off. */
  readonly messages: FetchedMessage[];
  /** Calls `listener` now and when the messages, or what becomes of one, have changed; returns the function that stops it. */
  watch(listener: (messages: FetchedMessage[]) => void): () => void;
  /** Whether messages are kept from coming by themselves. */
  readonly paused: boolean;
  /** Keeps them from that. */
  pause(): void;
  resume(): void;
  /** Shows a message now, also one that waits for an event. Gives whether there is such a one, with something to show. */
  show(messageId: string): Promise<boolean>;
  /** Asks the service for messages. */
  refresh(): Promise<void>;
  /** Closes what is shown, and stops. */
  close(): void;
}

/** How much of what the page has recorded is remembered for messages to come. */
const MEMORY = 100;

/**
 * Shows the visitor's in-app messages, one at a time, and keeps their inbox. Called again for the same client, it
 * shares what runs, which stops once all have closed it.
 *
 * @example
 * ```ts
 * const inApp = startInApp(client, { onAction: (name) => console.log(name) });
 * ```
 */
export function startInApp(client: Attachable, options: InAppOptions = {}): InApp {
  return startOnce(client, 'in-app', options, start);
}

function start(host: Host, options: InAppOptions): InApp {
  const now = Date.now;
  const openedAt = now();
  const { done, forget } = rememberDone(host);
  let keeping: Keeping | undefined;
  const preview = isPage() ? beginPreview(host, options) : undefined;
  let isPaused = !!preview;
  const { load, use, close } = loadForUser(host, async () => {
    const { createKeeping } = await import('./keeping/keeping.js');
    const isFresh = isPage() && !preview;
    return createKeeping({ host, options, done, openedAt, isFresh, isPaused: () => isPaused, now });
  });

  /** Calls `listener` now and when the messages have changed, also those to come. */
  function watch(listener: () => void): () => void {
    if (!keeping) listener();
    return use(({ onChange }) => {
      listener();
      return onChange(listener);
    });
  }
  const fetched = () => keeping?.fetched() ?? [];
  const inbox = laterInbox(() => keeping?.inbox, { load, watch });

  const stops = [forget, close, ...(preview ? [preview] : [])];
  if (isPage()) {
    stops.push(use((loaded) => void (keeping = loaded)));
    stops.push(fillInboxes({ inbox, texts: textsOf(options.texts), host, now }));
  }

  return {
    inbox,
    get messages() {
      return fetched();
    },
    watch(listener) {
      const tell = () => listener(fetched());
      const stops = [watch(tell), use(({ onState }) => onState(tell))];
      return () => stops.forEach((stop) => stop());
    },
    get paused() {
      return isPaused;
    },
    pause: () => void (isPaused = true),
    resume() {
      // Nothing comes beside a preview, of which nobody is told.
      isPaused = !!preview;
      keeping?.look();
    },
    show: async (id) => (await load()).show(id, 'in-app'),
    refresh: async () => (preview ? undefined : (await load()).refresh()),
    close: () => stops.forEach((stop) => stop()),
  };
}

/** Makes the inbox that a page has before there is one. */
function laterInbox(
  current: () => Inbox | undefined,
  { load, watch }: { load: () => Promise<Keeping>; watch: (listener: () => void) => () => void },
): Inbox {
  /** At once where it is there: who the visitor is now may be another in a moment. */
  async function at<Result>(work: (inbox: Inbox) => Promise<Result>): Promise<Result> {
    return work(current() ?? (await load()).inbox);
  }
  const inbox: Inbox = {
    get messages() {
      return current()?.messages ?? [];
    },
    get unread() {
      return current()?.unread ?? 0;
    },
    get isLoaded() {
      return !!current()?.isLoaded;
    },
    open: (id) => at((there) => there.open(id)),
    read: (id) => at((there) => there.read(id)),
    readAll: () => at((there) => there.readAll()),
    markUnread: (id) => at((there) => there.markUnread(id)),
    remove: (...which) => at((there) => there.remove(...which)),
    subscribe: (listener) => watch(() => listener(inbox)),
  };
  return inbox;
}

/** Remembers what the page records, for messages to come that wait for it: of this visitor, and before they were known. */
function rememberDone(host: Host) {
  const done: Done[] = [];
  let visitor = host.user;
  function meet() {
    // What one did is no reason for another's message.
    if (visitor) done.length = 0;
    visitor = host.user;
  }
  const stops = [
    host.on('user', meet),
    host.on('consent', meet),
    host.on('recorded', (event) => {
      done.push(event);
      if (done.length > MEMORY) done.shift();
    }),
  ];
  return { done, forget: () => stops.forEach((stop) => stop()) };
}

/** Shows a preview where the page's address asks for one, instead of all that waits. Gives the function that ends it. */
function beginPreview(host: Host, options: InAppOptions): (() => void) | undefined {
  const { getPreview } = options;
  const token = queryOf('tidings-preview');
  if (!getPreview || !token) return undefined;
  const load = async () => {
    // The page may still be read, without a body for it to stand in.
    const [{ startPreview }] = await Promise.all([import('./preview/preview.js'), bodyRead()]);
    return startPreview({ host, options, getPreview, token, now: Date.now });
  };
  const begun = load();
  begun.catch(host.report);
  return () => void begun.then((end) => end(), ignore); // What fails is told as it begins.
}
