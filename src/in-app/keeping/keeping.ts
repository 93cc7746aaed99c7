import type { InAppMessage } from '../../api/models/in-app.js';
import { isPage, siteName } from '../../browser/page.js';
import { whenOpened } from '../../browser/surroundings.js';
import { keepDevice } from '../../host/device.js';
import { keepFresh, type FreshOptions } from '../../host/feed.js';
import type { Done, Host } from '../../host/host.js';
import { createAlarm } from '../../lib/alarm.js';
import { createEmitter } from '../../lib/emitter.js';
import { ignore } from '../../lib/ignore.js';
import { later } from '../../lib/later.js';
import { createInbox, type Inbox } from '../inbox/inbox.js';
import { isImmediate, isNative, isShowable, mayCome } from '../message.js';
import type { Presenting, PresentingOptions } from '../presenting/presenting.js';
import { createMessages, type Messages } from './messages.js';

/** What of a page's options says how messages are fetched and kept. */
export interface KeepingOptions extends PresentingOptions, FreshOptions {
  /** How many messages to ask for. Default: 100. */
  count?: number;
  /** The name of the site, as the service knows it. Default: the host name. */
  packageName?: string;
}

/** What becomes of a message: it may come by itself, waits for its event, time or page, was put off, or is the visitor's to open. */
export type MessageState = 'due' | 'waiting' | 'deferred' | 'kept';

/** A message that is there for the visitor. */
export interface FetchedMessage {
  message: InAppMessage;
  state: MessageState;
}

/** What messages are fetched, kept and presented with. */
export interface KeepingParts {
  host: Host;
  options: KeepingOptions;
  /** What the page has recorded since it was opened, the latest last. */
  done: readonly Done[];
  /** When the page was opened, in milliseconds since the epoch. */
  openedAt: number;
  /** Whether messages are fetched without being asked for. */
  isFresh: boolean;
  isPaused: () => boolean;
  now: () => number;
}

/** The messages of whoever the visitor is, once somebody is known. */
export interface Keeping {
  readonly inbox: Inbox;
  /** All that are there, newest first. */
  fetched(): FetchedMessage[];
  /** Calls `listener` when they have changed; returns the function that stops it. */
  onChange(listener: () => void): () => void;
  /** Calls `listener` when what becomes of one of them has changed by itself; returns the function that stops it. */
  onState(listener: () => void): () => void;
  /** Looks whether something is due. */
  look(): void;
  /** Shows a message now. Gives whether there is such a one, with something to show. */
  show(messageId: string, place: string): Promise<boolean>;
  /** Asks the service for messages. */
  refresh(): Promise<void>;
  close(): void;
}

/** Makes what keeps messages, and begins to fetch them; what presents them is loaded with the first that may come. */
export function createKeeping(parts: KeepingParts): Keeping {
  const { host, options, isFresh, now } = parts;
  const { messages, getShowing, load, look, presenting, close } = assemble(parts, onLooked);
  const { on, emit } = createEmitter<{ state: undefined }>();
  let states = '';

  async function show(id: string, place: string): Promise<boolean> {
    const message = messages.find(id);
    if (!message || !isShowable(message)) return false;
    try {
      const [, native] = await getShowing([message]);
      // Reads the view, and throws where it cannot be read.
      if (native) native.addTo(message, options);
    } catch (error) {
      host.report(error);
      return false;
    }
    await (await load()).show(message, place);
    return true;
  }
  function stateOf(message: InAppMessage): MessageState {
    if (!mayCome(message, now())) return 'kept';
    return presenting()?.stateOf(message) ?? (isImmediate(message) ? 'due' : 'waiting');
  }
  const fetched = () => messages.all().map((message) => ({ message, state: stateOf(message) }));
  const statesNow = () =>
    fetched()
      .map(({ state }) => state)
      .join();
  function onLooked() {
    const before = states;
    states = statesNow();
    if (states !== before) emit('state', undefined);
    change.clear();
    change.set(presenting()?.changesAt() ?? Infinity);
  }
  const change = createAlarm(onLooked, now);
  const tell = async ({ user } = host) => (await load()).tell(user);
  const onChange = () => presenting()?.close('api');
  const stopNoting = messages.onChange(() => void (states = statesNow()));
  const stops = isFresh
    ? [messages.onChange(look), keepFresh({ ...options, host, messages, now, onChange })]
    : [];

  return {
    inbox: createInbox({ messages, tell, show: (id) => show(id, 'inbox') }),
    fetched,
    onChange: messages.onChange,
    onState: (listener) => on('state', listener),
    look,
    show,
    refresh: messages.refresh,
    close() {
      [...stops, stopNoting, change.clear, messages.close, close].forEach((stop) => stop());
    },
  };
}

/** When the page is opened: later than it was begun, where a browser has loaded it ahead. */
function openingOf({ openedAt, isFresh, now }: KeepingParts): () => number {
  let isAhead = false;
  if (isFresh) whenOpened(() => isAhead && (openedAt = now()));
  isAhead = true;
  return () => openedAt;
}

/** Makes the messages, and what loads the rest for those that need it. */
function assemble(parts: KeepingParts, onLooked: () => void) {
  const { host, options, isPaused, now } = parts;
  const { count = 100, packageName = isPage() ? siteName() : '' } = options;
  let presenting: Presenting | undefined;
  let isClosed = false;
  const openedAt = openingOf(parts);
  const [deviceOf, stop] = keepDevice(host, packageName);
  const messages: Messages = createMessages({
    ...{ host, now, query: { count, packageName }, isClosed: () => isClosed },
    async prepare(found) {
      // Both at once: nothing need be waited for to tell of what came.
      if (found.length) await Promise.all([begin(found), deviceOf()]);
    },
    onNew: (fresh, user) => presenting?.welcome(fresh, user),
  });
  const getShowings = later(() => import('../showing/showing.js'));
  const getNative = later(() => import('../native/native.js'));
  /** Loads what lays these messages out. */
  const getShowing = (among: InAppMessage[]) =>
    Promise.all([getShowings(), among.some(isNative) && getNative()]);
  const load = later(async () => {
    const { createPresenting } = await import('../presenting/presenting.js');
    presenting = createPresenting({ ...parts, onLooked, openedAt, messages, deviceOf, getShowing });
    if (isClosed) presenting.stop();
    return presenting;
  });
  const hasComing = (among: InAppMessage[]) => among.some((message) => mayCome(message, now()));

  /** Loads what presents messages; beside it what lays them out, where one of these may come. */
  function begin(among: InAppMessage[]) {
    // What fails is told when it is asked for again, to be used.
    if (hasComing(among)) getShowing(among).catch(ignore);
    return load();
  }
  function look() {
    const all = messages.all();
    if (presenting || (!isPaused() && hasComing(all))) begin(all).then(({ look }) => look(), host.report);
  }
  function close() {
    isClosed = true;
    stop();
    presenting?.stop();
  }
  return { messages, getShowing, load, look, presenting: () => presenting, close };
}
