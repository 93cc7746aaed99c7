import type { InAppMessage } from '../api/models/in-app.js';
import { isPage, queryOf, siteName } from '../browser/page.js';
import { keepFresh, type NewsSource } from '../host/feed.js';
import type { Attachable } from '../host/attachable.js';
import type { Done, Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { later } from '../lib/later.js';
import { createInbox, type Inbox } from './inbox/inbox.js';
import { fillInboxes } from './inbox/inbox-element.js';
import { htmlOf, isImmediate, mayCome } from './message.js';
import { createMessages, type Messages } from './messages.js';
import type { GetPreview } from './preview/preview.js';
import type { Presenting, PresentingOptions } from './presenting/presenting.js';
import { textsOf } from './texts.js';

/** How in-app messages are fetched and shown. */
export interface InAppOptions extends PresentingOptions {
  /** After how long away the page asks for messages again, in milliseconds. Default: 5 minutes. */
  refreshAfter?: number;
  /** How many messages to ask for. Default: 100. */
  count?: number;
  /** The name of the site, as the service knows it. Default: the host name. */
  packageName?: string;
  /**
   * Says that there is news for the visitor, so that messages come at once: an `EventSource` whose messages say so, or
   * a function that gets what to call and gives the function that stops it. Default: none, nothing is polled.
   */
  news?: NewsSource;
  /**
   * Gets the message that a template makes from your own server, for a page that is opened with
   * `?tidings-preview=TOKEN`: it is shown there, and nobody is told. Default: such pages are as all others.
   */
  getPreview?: GetPreview;
}

/** What becomes of a message: it may come by itself, waits for its event or page, was put off, or is the visitor's to open. */
export type MessageState = 'due' | 'waiting' | 'deferred' | 'kept';

/** A message that is there for the visitor. */
export interface FetchedMessage {
  message: InAppMessage;
  state: MessageState;
}

/** The visitor's in-app messages. */
export interface InApp {
  readonly inbox: Inbox;
  /** All that are there for the visitor, newest first: also those that wait, or were put off. */
  readonly messages: FetchedMessage[];
  /** Calls `listener` now and when the messages have changed; returns the function that stops it. */
  watch(listener: (messages: FetchedMessage[]) => void): () => void;
  /** Keeps messages from coming by themselves. */
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
  const { messages, load, presenting, look, forget, state, now } = assemble(host, options);

  async function show(id: string, place: string): Promise<boolean> {
    const message = messages.find(id);
    if (!message || htmlOf(message) === undefined) return false;
    await (await load()).show(message, place);
    return true;
  }
  function stateOf(message: InAppMessage): MessageState {
    if (!mayCome(message, now())) return 'kept';
    return presenting()?.stateOf(message) ?? (isImmediate(message) ? 'due' : 'waiting');
  }
  const fetched = () => messages.all().map((message) => ({ message, state: stateOf(message) }));
  const inbox = createInbox({
    messages,
    tell: async () => (await load()).tell(),
    show: (id) => show(id, 'inbox'),
  });
  const follow = () => [
    messages.onChange(look),
    keepFresh({ ...options, host, messages, now, onChange: () => presenting()?.close('api') }),
    fillInboxes({ inbox, texts: textsOf(options.texts), report: host.report, now }, host.project),
  ];
  const stops = isPage() ? (beginPreview(host, options) ?? follow()) : [];

  return {
    inbox,
    get messages() {
      return fetched();
    },
    watch(listener) {
      const hear = () => listener(fetched());
      const stop = messages.onChange(hear);
      hear();
      return stop;
    },
    pause: () => void (state.isPaused = true),
    resume() {
      state.isPaused = false;
      look();
    },
    show: (id) => show(id, 'in-app'),
    refresh: messages.refresh,
    close() {
      state.isClosed = true;
      [...stops, messages.close, forget].forEach((stop) => stop());
      presenting()?.stop();
    },
  };
}

/** Makes the parts of in-app messages, of which what a page with messages needs is loaded. */
function assemble(host: Host, options: InAppOptions) {
  const { count = 100, packageName = isPage() ? siteName() : '' } = options;
  const now = Date.now;
  const state = { isPaused: false, isClosed: false };
  const { done, forget } = rememberDone(host);
  const openedAt = now();
  let presenting: Presenting | undefined;
  const messages: Messages = createMessages({
    ...{ host, now, query: { count, packageName } },
    async prepare(found) {
      if (found.length) await (await begin(found)).ready();
    },
    onNew: (fresh, user) => presenting?.welcome(fresh, user),
  });
  const getShowing = later(() => import('./showing/showing.js'));
  const load = later(async () => {
    const { createPresenting } = await import('./presenting/presenting.js');
    const isPaused = () => state.isPaused;
    const parts = { host, options, messages, packageName, done, openedAt, isPaused, getShowing, now };
    presenting = createPresenting(parts);
    if (state.isClosed) presenting.stop();
    return presenting;
  });
  const hasComing = (among: InAppMessage[]) => among.some((message) => mayCome(message, now()));

  /** Loads what presents messages; beside it what lays them out, where one of these may come. */
  function begin(among: InAppMessage[]) {
    if (hasComing(among)) getShowing().catch(ignore);
    return load();
  }
  /** Looks whether something is due, once there is something that may be. */
  function look() {
    const all = messages.all();
    if (presenting || (!state.isPaused && hasComing(all))) begin(all).then(({ look }) => look(), host.report);
  }
  return { messages, load, presenting: () => presenting, look, forget, state, now };
}

/** Shows a preview where the page's address asks for one, instead of all that waits. Gives what ends it. */
function beginPreview(host: Host, options: InAppOptions): (() => void)[] | undefined {
  const { getPreview } = options;
  const token = queryOf('tidings-preview');
  if (!getPreview || !token) return undefined;
  async function begin(getPreview: GetPreview, token: string) {
    const { startPreview } = await import('./preview/preview.js');
    return startPreview({ host, options, getPreview, token, now: Date.now });
  }
  const begun = begin(getPreview, token);
  begun.catch(host.report);
  return [() => void begun.then((end) => end(), ignore)];
}

/** Remembers what the page records, for messages to come that wait for it. */
function rememberDone(host: Host) {
  const done: Done[] = [];
  const forget = host.on('recorded', (event) => {
    done.push(event);
    if (done.length > MEMORY) done.shift();
  });
  return { done, forget };
}

/** It is told of when it is asked for again, to be used. */
const ignore = () => undefined;
